import type { Team } from './schema.ts'

interface Span {
  slotDate: string
  startTime: string
  endTime: string
}
type Shift = Pick<Team['shifts'][number], 'userId' | 'day' | 'startTime' | 'endTime'>

/** Whether a colleague works through all of a time slot, in one shift or in several without a gap. */
export function isAtWork(shifts: readonly Shift[], userId: number, slot: Span): boolean {
  const own = shifts
    .filter((shift) => shift.userId === userId && shift.day === slot.slotDate)
    .sort((a, b) => (a.startTime < b.startTime ? -1 : 1))
  let until = slot.startTime
  for (const { startTime, endTime } of own) if (startTime <= until && endTime > until) until = endTime
  return until >= slot.endTime
}

/** Whether a colleague is known not to be at work: on a day without any shift that isn't known of anyone. */
export const isAway = (shifts: readonly Shift[], userId: number, slot: Span): boolean =>
  shifts.some(({ day }) => day === slot.slotDate) && !isAtWork(shifts, userId, slot)

/**
 * Who is at work at a time slot or serves a guest then, in the order of the shifts.
 *
 * @returns each with the guests they serve at any part of it, none if they are free, and whether they are away
 */
export function teamAt({ shifts, serving }: Pick<Team, 'shifts' | 'serving'>, slot: Span) {
  const served = serving.filter(
    (one) => one.slotDate === slot.slotDate && one.startTime < slot.endTime && slot.startTime < one.endTime,
  )
  const names = new Map([...shifts, ...served].map(({ userId, name }) => [userId, name]))
  return [...names].flatMap(([userId, name]) => {
    const guests = served.filter((one) => one.userId === userId).map(({ attendeeName }) => attendeeName)
    if (guests.length === 0 && !isAtWork(shifts, userId, slot)) return []
    return [{ userId, name, guests, isAway: isAway(shifts, userId, slot) }]
  })
}
