import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { readZone } from '@trunkshow/contract/zones.ts'
import { describe, expect, test } from 'vitest'
import { type ChangedSlot, changedSlots, editOf, parseSpots, refusalOf, sortIntoWaves } from './slot-edits.ts'

const newYork = [...readZone('America/New_York', '2000-01-01', '2100-01-01')]

function slot(id: number, startTime: string, endTime: string): ListedSlot {
  const places = { totalSlots: 2, availableSpots: 2, isAvailable: true }
  return { id, eventId: 7, slotDate: '2027-04-16', startTime, endTime, ...places }
}

function move(from: ListedSlot, startTime: string, endTime: string): ChangedSlot {
  return { slot: from, change: { startTime, endTime, totalSlots: 2 } }
}

test('only slots that were changed are sent', () => {
  const slots = [slot(1, '10:00', '10:30'), slot(2, '10:30', '11:00'), slot(3, '11:00', '11:30')]
  const edits = {
    1: { totalSlots: '02' },
    2: { totalSlots: '5' },
    9: { startTime: '09:00', endTime: '09:30', totalSlots: '1' },
  }
  expect(changedSlots(slots, edits)).toEqual([
    { slot: slots[1], change: { startTime: '10:30', endTime: '11:00', totalSlots: 5 } },
  ])
})

test.each([
  ['3', 3],
  ['', 1],
  ['many', 1],
  ['0', 0],
  ['-2', -2],
  [' ', 1],
  ['2.7', 2],
])('spots typed as %j are %i', (text, places) => {
  expect(parseSpots(text)).toBe(places)
})

test.each([
  [{ totalSlots: '0' }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
  [{ totalSlots: '' }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
  [{ totalSlots: '-2' }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
  [{ totalSlots: '2.5' }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
  [{ startTime: '' }, { startTime: 'Start time is required' }],
  [{ endTime: '10:00' }, { endTime: 'End time must be after start time' }],
])('an edit of %j is refused at its field', (typed, fields) => {
  const edited = slot(1, '10:00', '10:30')
  expect(refusalOf(edited, editOf(edited, typed), newYork)).toEqual({
    message: Object.values(fields)[0],
    fields,
  })
  expect(refusalOf(edited, editOf(edited, { totalSlots: '3' }), newYork)).toBeNull()
})

describe('the order of changes', () => {
  const waves = (changes: ChangedSlot[]) =>
    sortIntoWaves(changes).map((wave) => wave.map(({ slot }) => slot.id))

  test('moves a slot to another’s time only after that one has moved', () => {
    const [a, b, c] = [slot(1, '10:00', '10:30'), slot(2, '10:30', '11:00'), slot(3, '11:00', '11:30')]
    const later = [move(a, '10:30', '11:00'), move(b, '11:00', '11:30'), move(c, '11:30', '12:00')]
    expect(waves(later)).toEqual([[3], [2], [1]])
    const apart = [move(a, '08:00', '08:30'), move(b, '12:00', '12:30')]
    expect(waves(apart)).toEqual([[1, 2]])
  })

  test('does not delay a slot that keeps its time, or slots that swap', () => {
    const [a, b] = [slot(1, '10:00', '10:30'), slot(2, '10:30', '11:00')]
    expect(waves([move(a, '10:00', '10:30')])).toEqual([[1]])
    expect(waves([move(a, '10:30', '11:00'), move(b, '10:00', '10:30')])).toEqual([[1, 2]])
  })
})
