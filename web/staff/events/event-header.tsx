import { Button } from '@mantine/core'
import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { isOver } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { formatHours } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { useMayDoOnEvent } from '../session/session-query.ts'
import { lazy } from '../ui/lazy/lazy.tsx'
import { ButtonLink } from '../ui/page/button-link.tsx'
import { OutsideLink } from '../ui/page/outside-link.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { BackToEvents } from './event-missing.tsx'

const ShareLink = lazy(() => import('../ui/dialog/share-link.tsx'), 'ShareLink')

const CalendarDialog = lazy(() => import('../calendars/calendar-dialog.tsx'), 'CalendarDialog')

/** The header of an event's pages: name, days and hours, and links to its public page. */
export function EventHeader({ event }: { event: Event }) {
  const mayEdit = useMayDoOnEvent(event, 'events.edit')
  const mayManage = useMayDoOnEvent(event, 'bookings.manage')
  const [opened, setOpened] = useState<'share' | 'calendar'>()
  const close = () => setOpened(undefined)
  const days = formatDateRange(event.eventDate, event.endDate)
  const hours = formatHours(event)
  return (
    <PageHeader
      title={event.name}
      subtitle={[days, hours, isOver(event, new Date()) && 'Ended', event.coHosted && 'you’re a co-host']
        .filter(Boolean)
        .join(' \u00a0·\u00a0 ')}
      back={<BackToEvents />}
    >
      {mayManage && (
        // A document of its own, which the device can open again without the network (decision 057).
        <ButtonLink to="/desk/$id" params={{ id: String(event.id) }} reloadDocument variant="default">
          Desk
        </ButtonLink>
      )}
      <Button variant="default" onClick={() => setOpened('share')}>
        Share
      </Button>
      <Button variant="default" onClick={() => setOpened('calendar')}>
        Calendar
      </Button>
      {mayEdit && (
        <ButtonLink to="/editevent/$id" params={{ id: String(event.id) }} variant="default">
          Edit
        </ButtonLink>
      )}
      <OutsideLink href={paths.event(event.urlSlug)} variant="default">
        View Public Page
      </OutsideLink>
      {opened === 'share' && (
        <ShareLink
          path={paths.event(event.urlSlug)}
          fileName={event.urlSlug}
          embed={`data-event="${event.urlSlug}"`}
          text={
            event.isActive
              ? 'Anyone with this link can book a time.'
              : 'This event is inactive. Guests can open the page but can’t book.'
          }
          onClose={close}
        />
      )}
      {opened === 'calendar' && <CalendarDialog event={event} onClose={close} />}
    </PageHeader>
  )
}
