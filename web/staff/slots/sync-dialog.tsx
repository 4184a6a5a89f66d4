import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { formatDateRange, formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { SlotSync } from '@trunkshow/contract/slots/schema.ts'
import { call, sentenceOf } from '../api/client.ts'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { NotLoaded } from '../ui/feedback/notice.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { countOf } from '../ui/list/words.tsx'
import { ScrollingTable } from '../ui/table/plain-table.tsx'
import styles from './availability.module.css'
import { summaryQuery } from './queries.ts'

interface SyncDialogProps {
  event: Event
  opened: boolean
  onClose: () => void
}

/** Previews what is added and removed, then does it (docs/product.md, Matching slots to the event). */
export function SyncDialog({ event, opened, onClose }: SyncDialogProps) {
  const eventId = String(event.id)
  const preview = useQuery({
    queryKey: ['sync-preview', eventId],
    queryFn: () => call(api.slots.previewSync, { params: { id: event.id } }),
    staleTime: 0,
    gcTime: 0,
    enabled: opened,
  })
  const sync = useReportedCall({
    call: () => call(api.slots.sync, { params: { id: event.id } }),
    done: ({ added, removed }) => ({
      title: 'Time Slots Updated',
      description: `${added} added, ${removed} removed.`,
    }),
    failed: 'Error Updating Time Slots',
    reloads: summaryQuery(eventId).queryKey,
  })
  const idle = !preview.data || preview.data.added + preview.data.removed === 0
  return (
    <Dialog opened={opened} title="Match slots to event hours" onClose={onClose}>
      <Text mb="md">
        Matches your time slots to the event’s dates and hours:{' '}
        {formatDateRange(event.eventDate, event.endDate)}, {formatTimeRange(event.startTime, event.endTime)}.
        Existing slots keep their length and spots.
      </Text>
      {preview.data && !preview.isError ? (
        <Plan plan={preview.data} />
      ) : (
        <NotLoaded
          query={preview}
          noun="preview"
          failed="We couldn’t load the preview"
          text={preview.isError && `${sentenceOf(preview.error)} Nothing was changed.`}
          skeleton={{ height: 80 }}
        />
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {preview.data && idle ? 'Close' : 'Cancel'}
        </Button>
        {!(preview.data && idle) && (
          <Button
            disabled={idle || sync.isPending}
            onClick={() => sync.mutate(undefined, { onSuccess: onClose })}
          >
            {sync.isPending ? 'Updating...' : 'Match slots to event hours'}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}

function Plan({ plan }: { plan: SlotSync }) {
  const { added, removed, kept, days } = plan
  return (
    <div role="status">
      <Text mb="md">
        {added + removed === 0 ? (
          <strong>Nothing to change. Your time slots already match the event.</strong>
        ) : (
          <strong>
            {added > 0 && `Adds ${countOf(String(added), 'time slot')}. `}
            {removed > 0 &&
              `Removes ${countOf(String(removed), 'time slot')} that ${removed === 1 ? 'was' : 'were'} never booked.`}
          </strong>
        )}
        {kept > 0 &&
          ` Keeps ${countOf(String(kept), 'time slot')} outside the event’s dates or hours because ${kept === 1 ? 'it has' : 'they have'} bookings.`}
      </Text>
      {days.length > 0 && (
        <ScrollingTable
          label="By day"
          region={{ style: { maxHeight: '40dvh', overflowY: 'auto' } }}
          className={styles.plan}
          columns={['Day', 'Added', 'Removed']}
          rows={days.map((day) => [formatDay(day.slotDate), day.added || '–', day.removed || '–'])}
        />
      )}
    </div>
  )
}
