import { skipToken, useQuery } from '@tanstack/react-query'
import { lastDay } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { useCompanyZone, useUser } from '../../session/session-query.ts'
import { templateChoicesQuery } from '../../templates/queries.ts'
import { useStoredChoice } from '../../ui/page/use-stored-choice.ts'
import { eventChoicesQuery } from '../queries.ts'
import { type BookingToOrder, type Choices, noChoices } from './order-values.ts'

/** What a user selected last in this browser. */
export interface LastChoices {
  templateId?: number
  /** Null for none; counts until the end of `eventChosenOn`, yyyy-MM-dd. */
  eventId?: number | null
  eventChosenOn?: string
}

/** What this user selected last in this browser, and `remember`, which keeps a selection. */
export function useLastChoices() {
  const [last, setLast] = useStoredChoice<LastChoices>(`trunkshow-new-order-${useUser()?.id}`, {})
  const today = wallClock(new Date(), useCompanyZone()).date
  const remember = (change: Partial<Choices>) => {
    const { template, event } = change
    if (template) setLast({ ...last, templateId: template.id })
    if ('event' in change) setLast({ ...last, eventId: event?.id ?? null, eventChosenOn: today })
  }
  return { last, today, remember }
}

/** Returns the selections that a new order starts with, once what is offered is loaded or cannot be. */
export function useStartChoices(booking: BookingToOrder | undefined): Choices | undefined {
  const [start, setStart] = useState<Choices>()
  const templates = useQuery(templateChoicesQuery())
  const events = eventChoicesQuery()
  const shows = useQuery({ ...events, queryFn: booking ? skipToken : events.queryFn })
  const { last, today } = useLastChoices()
  const isReady = [templates, shows].every(({ isFetching, failureCount }) => !isFetching || failureCount > 0)
  if (!start && isReady)
    setStart({
      ...noChoices,
      ...startTemplate(templates.data ?? [], last),
      ...startEvent((!booking && shows.data) || [], last, new Date(), today),
    })
  return start
}

/** The only template, or the one that was selected last. */
export function startTemplate(
  templates: readonly Template[],
  { templateId }: LastChoices,
): Pick<Choices, 'template'> {
  const template = templates.length === 1 ? templates[0] : templates.find(({ id }) => id === templateId)
  return template ? { template } : {}
}

/**
 * The event selected last on `today`, the company's date (yyyy-MM-dd); else the only active one that is on today by its
 * venue's clock, with that day.
 */
export function startEvent(
  events: readonly Event[],
  last: LastChoices,
  now: Date,
  today: string,
): Pick<Choices, 'event' | 'date'> {
  const dayOf = ({ zone }: Event) => wallClock(now, zone).date
  const isOnToday = (event: Event) => event.eventDate <= dayOf(event) && dayOf(event) <= lastDay(event)
  const onToday = events.filter((event) => event.isActive && isOnToday(event))
  const event =
    last.eventChosenOn === today
      ? events.find(({ id }) => id === last.eventId)
      : onToday.find(() => onToday.length === 1)
  return event ? { event, ...(isOnToday(event) && { date: dayOf(event) }) } : {}
}
