import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDateRange, formatShortDate, formatTimeRange } from '@trunkshow/contract/dates.ts'
import { appointmentLength } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { keptWords } from '@trunkshow/contract/slots/rules.ts'
import type { SlotSync } from '@trunkshow/contract/slots/schema.ts'
import { api, call, sentenceOf } from '../api/client.ts'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { NotLoaded } from '../ui/feedback/notice.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { countOf, QuietButton } from '../ui/page/words.tsx'
import { ScrollingTable } from '../ui/table/plain-table.tsx'
import styles from './availability.module.css'
import { summaryQuery } from './queries.ts'

/** Previews what is added, removed, hidden and kept, then does it (docs/product.md, Matching slots to the event). */
export function SyncDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const eventId = String(event.id)
  const preview = useQuery({
    queryKey: ['sync-preview', eventId],
    queryFn: () => call(api.slots.previewSync, { params: { id: event.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  const sync = useReportedCall({
    call: () => call(api.slots.sync, { params: { id: event.id } }),
    done: (done) => ({
      title: 'Time Slots Updated',
      description:
        `${done.added} added, ${done.removed} removed${done.hidden > 0 ? `, ${done.hidden} hidden` : ''}. ${keptWords(done)}`.trim(),
    }),
    failed: 'Error Updating Time Slots',
    reloads: summaryQuery(eventId).queryKey,
  })
  const idle = !preview.data?.days.some((day) => day.added + day.removed + day.hidden > 0)
  return (
    <Dialog title="Match slots to event hours" onClose={onClose}>
      <Text mb="md">
        Matches your free time slots to the event’s days, hours, breaks, and appointment length:{' '}
        {formatDateRange(event.eventDate, event.endDate)}, {formatTimeRange(event.startTime, event.endTime)},{' '}
        {appointmentLength(event.slotDuration)}. Time slots that guests have, that have begun, or that you hid
        stay as they are. No slot is added where one of them is.
      </Text>
      {preview.data && !preview.isError ? (
        <Plan plan={preview.data} idle={idle} />
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
        <QuietButton onClick={onClose} data-autofocus>
          {preview.data && idle ? 'Close' : 'Cancel'}
        </QuietButton>
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

function Plan({ plan, idle }: { plan: SlotSync; idle: boolean }) {
  const { added, removed, hidden, days } = plan
  const slots = (count: number) => countOf(String(count), 'time slot')
  return (
    <div role="status">
      <Text mb="md">
        {idle ? (
          <strong>Nothing to change. {!keptWords(plan) && 'Your time slots already match the event.'}</strong>
        ) : (
          <strong>
            {added > 0 && `Adds ${slots(added)}. `}
            {removed > 0 && `Removes ${slots(removed)} that ${removed === 1 ? 'was' : 'were'} never booked. `}
            {hidden > 0 && `Hides ${slots(hidden)} whose bookings were all canceled.`}
          </strong>
        )}{' '}
        {keptWords(plan)}
      </Text>
      {days.length > 0 && (
        <ScrollingTable
          label="By day"
          region={{ style: { maxHeight: '40dvh', overflowY: 'auto' } }}
          className={styles.plan}
          columns={['Day', 'Added', 'Removed', 'Hidden', 'Kept']}
          rows={days.map(({ slotDate, kept, keptHidden, ...day }) => [
            formatShortDate(slotDate),
            ...[day.added, day.removed, day.hidden, kept + keptHidden].map((count) => count || '–'),
          ])}
        />
      )}
    </div>
  )
}
