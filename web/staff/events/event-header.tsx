import { Button } from '@mantine/core'
import { formatDateRange, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { OutsideLink } from '../ui/outside-link.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { BackToEvents } from './back-to-events.tsx'

interface EventHeaderProps {
  event: Event
  refreshing: boolean
  onRefresh: () => void
}

/** The head of the pages of one event: its name, days and hours, and the way to its public page. */
export function EventHeader({ event, refreshing, onRefresh }: EventHeaderProps) {
  const days = formatDateRange(event.eventDate, event.endDate)
  const hours = formatTimeRange(event.startTime, event.endTime)
  return (
    <PageHeader title={event.name} subtitle={`${days} \u00a0·\u00a0 ${hours}`} back={<BackToEvents />}>
      <Button variant="default" disabled={refreshing} onClick={onRefresh}>
        {refreshing ? 'Refreshing...' : 'Refresh'}
      </Button>
      <OutsideLink href={paths.event(event.urlSlug)} variant="default">
        View Public Page
      </OutsideLink>
    </PageHeader>
  )
}
