import { Box, Button, Group, Stack, TextInput } from '@mantine/core'
import { TimeInput } from '@mantine/dates'
import { formatDate, formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import { isOutsideEvent } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { EndTimeInput } from '../ui/form/date-field.tsx'
import grouped from '../ui/list/grouped-list.module.css'
import { countOf, QuietButton, QuietText, SubtleButton, Tag } from '../ui/page/words.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import { countBooked, type SlotDay as Day, type NextSlot, nextSlot } from './slot-days.ts'
import type { SlotEditing } from './slot-edits.ts'
import styles from './slot-row.module.css'

/** Estimated row height in pixels until the row has been rendered. */
const ROW_HEIGHT = 58
const FOOT_HEIGHT = 56

interface SlotDayProps {
  event: Event
  day: Day
  editing: SlotEditing
  manage?: {
    add: { mutate: (next: NextSlot) => void; isPending: boolean }
    remove: (slot: ListedSlot) => void
  }
}

/** A day's slots under its date. A page can have a year of days; only those near the screen render. */
export function SlotDay({ event, day, editing, manage }: SlotDayProps) {
  const { date, slots } = day
  return (
    <section>
      <Group component="h2" gap="0 12px" align="baseline" justify="space-between" className={grouped.heading}>
        {formatDay(date)}
        <small>{countOf(String(slots.length), 'time slot')}</small>
      </Group>
      <NearScreen estimatedHeight={slots.length * ROW_HEIGHT + FOOT_HEIGHT}>
        {() => {
          const next = manage && nextSlot(day, event)
          return (
            <>
              <Stack gap={0} component="ul" data-all={editing.mode === 'all'}>
                {slots.map((slot) =>
                  editing.isEditing(slot.id) ? (
                    <SlotEditRow key={slot.id} slot={slot} editing={editing} />
                  ) : (
                    <SlotRow key={slot.id} event={event} slot={slot} editing={editing} manage={manage} />
                  ),
                )}
              </Stack>
              {manage && (
                <Box py="xs" style={{ borderTop: '1px solid var(--line)' }}>
                  <ReasonButton
                    variant="subtle"
                    reason={next ? null : slotMessages.noRoomForNext}
                    disabled={manage.add.isPending}
                    aria-label={`Add Next Time Slot on ${formatDay(date)}`}
                    onClick={() => next && manage.add.mutate(next)}
                  >
                    Add Next Time Slot
                  </ReasonButton>
                </Box>
              )}
            </>
          )
        }}
      </NearScreen>
    </section>
  )
}

/** A slot being edited: start, end and spots, with its own Save and Cancel unless all slots are being edited. */
function SlotEditRow({ slot, editing }: { slot: ListedSlot; editing: SlotEditing }) {
  const values = editing.valuesOf(slot)
  const saving = editing.savingAll || editing.savingId === slot.id
  const failure = editing.failures[slot.id]
  const name = `${formatTimeRange(slot.startTime, slot.endTime)} on ${formatDate(slot.slotDate)}`
  const field = (key: keyof typeof values) => ({
    value: values[key],
    disabled: saving,
    error: failure?.fields?.[key],
    onChange: (change: string | { currentTarget: HTMLInputElement }) =>
      editing.type(slot.id, { [key]: typeof change === 'string' ? change : change.currentTarget.value }),
  })
  return (
    <li>
      <form
        noValidate
        className={styles.edit}
        data-alone={editing.mode === 'single'}
        aria-label={`Edit ${name}`}
        onSubmit={(submit) => {
          submit.preventDefault()
          if (editing.mode === 'single') editing.save(slot)
        }}
      >
        <TimeInput label="Start Time" {...field('startTime')} />
        <EndTimeInput label="End Time" {...field('endTime')} />
        <TextInput label="Total Slots" type="number" min={1} inputMode="numeric" {...field('totalSlots')} />
        <Group gap="xs" mih="var(--control)" className={styles.editEnd}>
          <p className={styles.booked}>{countBooked(slot)} booked</p>
          {editing.mode === 'single' && (
            <>
              <Button type="submit" disabled={saving}>
                {saving ? 'Saving...' : 'Save'}
              </Button>
              <QuietButton disabled={saving} onClick={() => editing.stop(slot.id)}>
                Cancel
              </QuietButton>
            </>
          )}
        </Group>
      </form>
    </li>
  )
}

interface SlotRowProps extends Omit<SlotDayProps, 'day'> {
  slot: ListedSlot
}

function SlotRow({ event, slot, editing, manage }: SlotRowProps) {
  const booked = countBooked(slot)
  const full = slot.availableSpots <= 0
  const time = formatTimeRange(slot.startTime, slot.endTime)
  const name = `${time} on ${formatDate(slot.slotDate)}`
  return (
    <li className={styles.row}>
      <p className={styles.time}>
        <span>{time}</span>
        <small>{formatDate(slot.slotDate)}</small>
      </p>
      <Group wrap="nowrap" className={styles.places}>
        <Tag tone={full ? 'bad' : 'plain'}>{`${booked}/${slot.totalSlots}`}</Tag>
        <QuietText span miw={52}>
          {full ? 'Full' : 'booked'}
        </QuietText>
        <progress
          className={styles.bar}
          data-full={full}
          value={booked}
          max={slot.totalSlots}
          aria-label={`Spots booked, ${name}`}
        />
      </Group>
      <Group component="p" gap={4} className={styles.tags}>
        {isOutsideEvent(slot, event) && <Tag tone="bad">Outside Event Hours</Tag>}
        {!slot.isAvailable && <Tag>Hidden</Tag>}
      </Group>
      {manage && (
        <Group gap={0} justify="end" wrap="nowrap" className={styles.actions}>
          <SubtleButton aria-label={`Edit ${name}`} onClick={() => editing.type(slot.id, {})}>
            Edit
          </SubtleButton>
          <RowMenu
            name={name}
            tasks={[
              {
                label: 'Delete',
                danger: true,
                reason: slot.everBooked === false ? null : slotMessages.hasBookings,
                onRun: () => manage.remove(slot),
              },
            ]}
          />
        </Group>
      )}
    </li>
  )
}

interface NearScreenProps {
  /** Height in pixels before the content has been rendered once. */
  estimatedHeight: number
  /** Called only while near the screen. */
  children: () => ReactNode
}

/**
 * Renders its content only within about a screen of being visible, and otherwise keeps its height, for long pages.
 * Content with the focus stays.
 */
function NearScreen({ estimatedHeight, children }: NearScreenProps) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const element = place.current!
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting, boundingClientRect } = entries.at(-1)!
        if (!isIntersecting && element.contains(document.activeElement)) return
        if (!isIntersecting && element.childElementCount > 0 && boundingClientRect.height > 0)
          setHeight(boundingClientRect.height)
        setNear(isIntersecting)
      },
      { rootMargin: '1000px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} style={near ? undefined : { height: height ?? estimatedHeight }}>
      {near && children()}
    </div>
  )
}
