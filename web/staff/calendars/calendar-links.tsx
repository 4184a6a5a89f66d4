import { Divider, Group, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CalendarFeed } from '@trunkshow/contract/calendars/schema.ts'
import { Fragment, useState } from 'react'
import { api, call } from '../api/client.ts'
import { ConfirmCall } from '../ui/dialog/dialog.tsx'
import { NotLoaded } from '../ui/feedback/notice.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { CopyField } from '../ui/form/fields.tsx'
import { OutsideLink } from '../ui/page/page-header.tsx'
import { QuietButton, SubtleButton } from '../ui/page/words.tsx'

/** The user's own calendar feeds. */
export const feedsQuery = queryOptions({
  queryKey: ['calendar-feeds'],
  queryFn: () => call(api.calendars.list),
})

/**
 * The link to the user's bookings for their calendar, or a button that creates it (docs/product.md, Calendar feeds).
 *
 * @param props.eventId null for all events, with the user's other links below
 */
export function CalendarLinks({ eventId }: { eventId: number | null }) {
  const feeds = useQuery(feedsQuery)
  const create = useReportedCall({
    call: () => call(api.calendars.create, { body: { eventId } }),
    failedTo: 'create the calendar link',
    reloads: feedsQuery.queryKey,
  })
  if (!feeds.data)
    return <NotLoaded query={feeds} noun="your calendar links" skeleton={{ h: 'var(--control)' }} />
  const own = feeds.data.find((feed) => feed.eventId === eventId)
  const others = eventId === null ? feeds.data.filter((feed) => feed !== own) : []
  return (
    <>
      {own ? (
        <Feed feed={own} />
      ) : (
        <QuietButton
          style={{ placeSelf: 'start' }}
          disabled={create.isPending}
          onClick={() => create.mutate()}
        >
          {create.isPending
            ? 'Creating...'
            : `Create link for ${eventId === null ? 'all events' : 'this event'}`}
        </QuietButton>
      )}
      {others.map((feed) => (
        <Fragment key={feed.id}>
          <Divider my="lg" />
          <Feed feed={feed} />
        </Fragment>
      ))}
    </>
  )
}

function Feed({ feed: { id, eventId, eventName, url } }: { feed: CalendarFeed }) {
  const [asking, setAsking] = useState(false)
  const name = eventName ?? (eventId === null ? 'All events' : 'An event you no longer see')
  // Neither service documents its form; both ask before they subscribe.
  const webcal = url.replace(/^https?:/, 'webcal:')
  const google = `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`
  const outlook = `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url, name })}`
  return (
    <section aria-label={`Calendar link for ${name}`}>
      <Text component="h3" fw={600} mb="xs">
        {name}
      </Text>
      <CopyField label={`Calendar link for ${name}`} value={url} />
      <Group gap="xs" mt="sm">
        <OutsideLink href={google}>Google Calendar</OutsideLink>
        <QuietButton component="a" href={webcal}>
          Apple Calendar
        </QuietButton>
        <OutsideLink href={outlook}>Outlook</OutsideLink>
        <SubtleButton color="bad" onClick={() => setAsking(true)}>
          Remove link
        </SubtleButton>
      </Group>
      {asking && (
        <ConfirmCall
          title="Remove this calendar link?"
          confirmLabel="Remove link"
          keepLabel="Keep it"
          call={() => call(api.calendars.remove, { params: { id } })}
          done="Calendar link removed"
          failedTo="remove the calendar link"
          reloads={feedsQuery.queryKey}
          onClose={() => setAsking(false)}
        >
          Calendars that use it no longer get your bookings. You can create a new link at any time.
        </ConfirmCall>
      )}
    </section>
  )
}
