import { Box, Group, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { type DragEvent, useEffect, useRef } from 'react'
import { slotsQuery } from '../../slots/queries.ts'
import { reasonAgainst, slotsToCome } from '../../slots/slot-days.ts'
import { staysInside, useDropTarget } from '../../ui/drag/use-drop-target.ts'
import { ListSkeleton, Notice } from '../../ui/feedback/notice.tsx'
import { tiles } from '../../ui/page/tiles.ts'
import { countOf, QuietText } from '../../ui/page/words.tsx'
import styles from './drop-targets.module.css'

interface DropTargetsProps {
  event: Event
  booking: Booking
  onDrop: (to: Pick<Booking, 'timeSlotId' | 'slotDate'>) => void
  onEnd: () => void
}

/** Every time slot to come, to drop a booking on; those that can't take it say why. */
export function DropTargets({ event, booking, onDrop, onEnd }: DropTargetsProps) {
  const { attendeeName, partySize, spots, timeSlotId } = booking
  const slots = useQuery(slotsQuery(String(event.id)))
  const days = slots.data && slotsToCome(slots.data, event.zone, new Date())
  const edges = useScrollAtEdges()
  // The pointer only moves after a drag. Its `dragend` is lost if its row was replaced by a colleague's change.
  useWindowEvent('pointermove', onEnd)
  return (
    <>
      <Box px="lg" pt="md" pb="sm" style={{ borderBottom: '1px solid var(--line)' }}>
        <Title order={2} size="h3">
          Move {attendeeName}
        </Title>
        <QuietText>
          {partySize > 1 && `${peopleOf(partySize)}, ${countOf(String(spots), 'spot')}. `}Drop on a time slot.
        </QuietText>
      </Box>
      <div className={styles.days} {...edges}>
        {!days && !slots.isError && <ListSkeleton label="Loading time slots" />}
        {!days && slots.isError && (
          <Notice tone="bad" title="Failed to fetch time slots">
            The booking hasn’t changed. Use Reschedule, or try again.
          </Notice>
        )}
        {days?.map(({ date, slots }) => {
          const targets = slots.map((slot) => ({ slot, reason: reasonAgainst(slot, timeSlotId, spots) }))
          const open = targets.filter(({ reason }) => reason === null).length
          return (
            <section key={date} ref={date === booking.slotDate ? scrollTo : null}>
              <Group component="h3" align="baseline" justify="space-between" className={styles.day}>
                {formatDay(date)}
                <small>{countOf(String(open), 'open time')}</small>
              </Group>
              <ul style={tiles(104, '6px')} aria-label={formatDay(date)}>
                {targets.map(({ slot, reason }) => (
                  <Target
                    key={slot.id}
                    slot={slot}
                    reason={reason}
                    onDrop={() => onDrop({ timeSlotId: slot.id, slotDate: date })}
                  />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </>
  )
}

function scrollTo(day: HTMLElement | null) {
  day?.scrollIntoView({ block: 'nearest' })
}

interface TargetProps {
  slot: ListedSlot
  /** Why it can't take the booking; null if it can. */
  reason: string | null
  onDrop: () => void
}

function Target({ slot, reason, onDrop }: TargetProps) {
  const target = useDropTarget(reason === null, onDrop)
  return (
    <li className={styles.time} data-disabled={reason !== null} {...target}>
      {formatTime(slot.startTime)}
      <small>{reason ?? `${slot.availableSpots} Available`}</small>
    </li>
  )
}

/** Pixels from the top or bottom where a list scrolls, and how fast it does at the very edge, in pixels per frame. */
const EDGE = { size: 72, speed: 24 }

/** Props of a list that scrolls while something is dragged along its top or bottom, as not every browser does. */
function useScrollAtEdges() {
  const list = useRef<HTMLDivElement>(null)
  const speed = useRef(0)
  useEffect(() => {
    let frame = requestAnimationFrame(function scroll() {
      if (speed.current !== 0) list.current?.scrollBy(0, speed.current)
      frame = requestAnimationFrame(scroll)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return {
    ref: list,
    onDragOver: ({ clientY, currentTarget }: DragEvent) => {
      const { top, bottom } = currentTarget.getBoundingClientRect()
      const down = Math.max(0, EDGE.size - (bottom - clientY))
      const up = Math.max(0, EDGE.size - (clientY - top))
      speed.current = ((down - up) / EDGE.size) * EDGE.speed
    },
    onDragLeave: (event: DragEvent) => {
      if (!staysInside(event)) speed.current = 0
    },
  }
}
