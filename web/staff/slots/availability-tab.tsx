import { Box, Button, Group, Text, TextInput, Title } from '@mantine/core'
import { TimeInput } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { formatDate, formatDay, formatTimeRange, isDate } from '@trunkshow/contract/dates.ts'
import { isOutsideEvent } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import { type ListedSlot, newSlotInput } from '@trunkshow/contract/slots/schema.ts'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { api, call } from '../api/client.ts'
import { useMayDoOnEvent } from '../session/session-query.ts'
import { DeleteRecord } from '../ui/dialog/dialog.tsx'
import { EmptyList, Note, NotLoaded } from '../ui/feedback/notice.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { DateField, EndTimeInput } from '../ui/form/date-field.tsx'
import { useCallForm } from '../ui/form/form-dialog.tsx'
import { FormShell, LeaveGuard } from '../ui/form/form-shell.tsx'
import grouped from '../ui/list/grouped-list.module.css'
import surfaces from '../ui/page/surfaces.module.css'
import { QuietButton, QuietText } from '../ui/page/words.tsx'
import styles from './availability.module.css'
import { DaySelect } from './day-select.tsx'
import { creatingSlot, slotsQuery, summaryQuery } from './queries.ts'
import { SlotDay } from './slot-day.tsx'
import { groupSlots } from './slot-days.ts'
import { parseSpots, type SlotEditing, useSlotEdits } from './slot-edits.ts'
import { SyncDialog } from './sync-dialog.tsx'

interface AvailabilityTabProps {
  event: Event
  /** The only day to show, `yyyy-MM-dd`; undefined for all. */
  date: string | undefined
  onDate: (date: string | undefined) => void
  /** Whether the tab is visible; hidden, it keeps its edits and loads nothing. */
  shown: boolean
}

/** The Availability tab; shows a skeleton until its slots load. */
export function AvailabilityTab({ event, date, onDate, shown }: AvailabilityTabProps) {
  const list = useQuery({ ...slotsQuery(String(event.id)), enabled: shown })
  if (list.data) return <Availability event={event} slots={list.data} date={date} onDate={onDate} />
  return <NotLoaded query={list} noun="time slots" failed={bookingMessages.loadFailed} isSafe />
}

interface AvailabilityProps extends Omit<AvailabilityTabProps, 'shown'> {
  slots: readonly ListedSlot[]
}

const noSlots = 'No time slots found.'

/** The event's slots by day, with everything that changes them. */
function Availability({ event, slots, date, onDate }: AvailabilityProps) {
  const eventId = String(event.id)
  const mayManage = useMayDoOnEvent(event, 'bookings.manage')
  const mayEditEvent = useMayDoOnEvent(event, 'events.edit')
  const [opened, setOpened] = useState<'add' | 'sync' | null>(null)
  const [toDelete, setToDelete] = useState<ListedSlot | null>(null)
  const editing = useSlotEdits(eventId, event.zone, slots)
  const manage = { add: useReportedCall(creatingSlot(event.id)), remove: setToDelete }
  const days = useMemo(() => groupSlots(slots), [slots])
  const shown = date ? days.filter((day) => day.date === date) : days
  return (
    <>
      <LeaveGuard isDirty={() => editing.isDirty} />
      {editing.mode === 'single' ? (
        <Group align="stretch" mb="md" className={styles.tools}>
          <div className={styles.choose}>
            <DaySelect
              event={event}
              value={date}
              allLabel="All days"
              also={days.map((day) => day.date)}
              onChange={onDate}
            />
          </div>
          {mayEditEvent && (
            <QuietButton onClick={() => setOpened('sync')}>Match slots to event hours</QuietButton>
          )}
          {mayManage && (
            <>
              {slots.length > 0 && <QuietButton onClick={editing.startAll}>Edit All</QuietButton>}
              <Button onClick={() => setOpened('add')}>Add Slot</Button>
            </>
          )}
        </Group>
      ) : (
        <EditAllBar editing={editing} slots={slots} />
      )}
      {opened === 'add' && <AddSlotForm event={event} onClose={() => setOpened(null)} />}
      {shown.length === 0 && (
        <EmptyList
          noun="time slots"
          title={noSlots}
          filtered={
            date !== undefined && {
              title: noSlots,
              text: 'There are none on this day.',
              label: 'Show all days',
              onClear: () => onDate(undefined),
            }
          }
        >
          Guests book the time slots listed here. Use Match slots to event hours to create them all, or Add
          Slot to create one.
        </EmptyList>
      )}
      {shown.length > 0 && (
        <div className={grouped.groups}>
          {shown.map((day) => (
            <SlotDay
              key={day.date}
              event={event}
              day={day}
              editing={editing}
              manage={mayManage ? manage : undefined}
            />
          ))}
        </div>
      )}
      {opened === 'sync' && <SyncDialog event={event} onClose={() => setOpened(null)} />}
      {toDelete && (
        <DeleteRecord
          noun="time slot"
          call={() => call(api.slots.remove, { params: { id: toDelete.id } })}
          done="Time Slot Deleted"
          failed="Error Deleting Time Slot"
          reloads={summaryQuery(eventId).queryKey}
          onClose={() => setToDelete(null)}
        >
          <strong>{formatTimeRange(toDelete.startTime, toDelete.endTime)}</strong>,{' '}
          {formatDay(toDelete.slotDate)}. Guests won’t be able to book it. No one has booked it.
        </DeleteRecord>
      )}
    </>
  )
}

/** The Add form for a new slot, initially on the event's date with one spot. */
function AddSlotForm({ event, onClose }: { event: Event; onClose: () => void }) {
  const titleId = useId()
  const start = useRef<HTMLInputElement>(null)
  const creating = creatingSlot(event.id)
  const { form, shell } = useCallForm({
    ...creating,
    schema: newSlotInput,
    values: { slotDate: event.eventDate, startTime: '', endTime: '', totalSlots: '1' },
    call: (values) => creating.call({ ...values, totalSlots: parseSpots(values.totalSlots) }),
    onClose,
  })
  useEffect(() => start.current?.focus(), [])
  const { slotDate, startTime, endTime } = form.values
  const complete = slotDate !== '' && startTime !== '' && endTime !== ''
  return (
    <Box component="section" className={surfaces.panel} mb="md" aria-labelledby={titleId}>
      <Title id={titleId} order={2} size="h3" mb="sm">
        Add a time slot
      </Title>
      <FormShell
        {...shell}
        submitLabel="Create"
        pendingLabel="Creating..."
        disabledReason={complete ? undefined : slotMessages.setTimes}
        secondary={<QuietButton onClick={onClose}>Cancel</QuietButton>}
      >
        <div className={styles.fields}>
          <DateField graysPast label="Date" {...form.getInputProps('slotDate')} />
          <TimeInput ref={start} label="Start Time" {...form.getInputProps('startTime')} />
          <EndTimeInput label="End Time" {...form.getInputProps('endTime')} />
          <TextInput
            label="Available Spots"
            type="number"
            min={1}
            inputMode="numeric"
            {...form.getInputProps('totalSlots')}
            onBlur={() => form.setFieldValue('totalSlots', String(parseSpots(form.values.totalSlots)))}
          />
        </div>
        {complete && isDate(slotDate) && isOutsideEvent(form.values, event) && (
          <Note>{slotMessages.outsideEvent}</Note>
        )}
      </FormShell>
    </Box>
  )
}

const NAMED = 4

/** While all slots are being edited: Save All and Cancel, always visible, with the progress of saving. */
function EditAllBar({ editing, slots }: { editing: SlotEditing; slots: readonly ListedSlot[] }) {
  const { savingAll, progress, mode } = editing
  return (
    <Group
      mb="md"
      px="md"
      py="sm"
      bd="1px solid var(--line-strong)"
      bdrs="md"
      bg="var(--sheet)"
      className={styles.bar}
    >
      {mode === 'failed' && !savingAll ? (
        <Text c="bad" fw={500} role="alert">
          {describeFailed(slots.filter(({ id }) => editing.failures[id] !== undefined))}
        </Text>
      ) : (
        <QuietText role="status">
          {savingAll
            ? `Saving ${progress.done} of ${progress.of}...`
            : 'Edit any time slots, then Save All. We’ll email guests whose time changes.'}
        </QuietText>
      )}
      <QuietButton disabled={savingAll} onClick={editing.close}>
        Cancel
      </QuietButton>
      <Button disabled={savingAll} onClick={editing.saveAll}>
        {savingAll ? 'Saving...' : 'Save All'}
      </Button>
    </Group>
  )
}

function describeFailed(slots: readonly ListedSlot[]) {
  const named = slots
    .slice(0, NAMED)
    .map((slot) => `${formatDate(slot.slotDate)}, ${formatTimeRange(slot.startTime, slot.endTime)}`)
  const more = slots.length > NAMED ? ` and ${slots.length - NAMED} more` : ''
  const count = `${slots.length} ${slots.length === 1 ? 'time slot' : 'time slots'}`
  return `${count} couldn’t be saved. Fix and save again: ${named.join('; ')}${more}.`
}
