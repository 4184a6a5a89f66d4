import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { slotMessages } from './messages.ts'
import { newSlotInput, slotChangeInput } from './schema.ts'

const time = { slotDate: '2027-04-16', startTime: '10:00', endTime: '10:30' }

function refusals(schema: z.ZodType, typed: unknown) {
  const fields: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(typed).error?.issues ?? [])
    fields[path.join('.')] ??= message
  return fields
}

describe('a new slot', () => {
  test.each([
    [{}, 1],
    [{ totalSlots: 4 }, 4],
    [{ availableSpots: 3 }, 3],
    [{ totalSlots: 4, availableSpots: 3 }, 4],
    [{ totalSlots: '2' }, 2],
    [{ totalSlots: 1000 }, 1000],
  ])('of %j has %i spots', (places, totalSlots) => {
    expect(newSlotInput.parse({ eventId: 7, ...time, ...places })).toEqual({ ...time, totalSlots })
  })

  test.each(['00:00', '24:00', ' 00:00 '])('until %j ends at midnight', (endTime) => {
    expect(newSlotInput.parse({ ...time, startTime: '23:30', endTime })).toMatchObject({ endTime: '24:00' })
    expect(slotChangeInput.parse({ endTime })).toEqual({ endTime: '24:00' })
  })

  test.each([
    [
      {},
      {
        slotDate: 'Date is required',
        startTime: 'Start time is required',
        endTime: 'End time is required',
      },
    ],
    [{ ...time, slotDate: ' ' }, { slotDate: 'Date is required' }],
    [{ ...time, slotDate: '2027-02-30' }, { slotDate: 'Enter a date as yyyy-MM-dd' }],
    [{ ...time, startTime: '10 am' }, { startTime: 'Enter a time as HH:mm' }],
    [{ ...time, startTime: '24:00' }, { startTime: 'Enter a time as HH:mm' }],
    [{ ...time, endTime: '24:30' }, { endTime: 'Enter a time as HH:mm' }],
    [{ ...time, startTime: '25:00' }, { startTime: 'Enter a time as HH:mm' }],
    [{ ...time, endTime: '10:00' }, { endTime: 'End time must be after start time' }],
    [{ ...time, endTime: '09:30' }, { endTime: 'End time must be after start time' }],
    [{ ...time, totalSlots: 0 }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
    [{ ...time, totalSlots: -1 }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
    [{ ...time, totalSlots: 1.5 }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
    [{ ...time, totalSlots: 'two' }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
    [{ ...time, availableSpots: '' }, { availableSpots: 'Enter a whole number of spots, 1 or more.' }],
    [{ ...time, totalSlots: 1001 }, { totalSlots: 'A time slot can have at most 1,000 spots.' }],
    [{ ...time, availableSpots: ' 5 ' }, { availableSpots: 'Enter a whole number of spots, 1 or more.' }],
    [{ ...time, totalSlots: '1e3' }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
  ])('is refused as %j', (typed, fields) => {
    expect(refusals(newSlotInput, typed)).toEqual(fields)
  })
})

describe('a change of a slot', () => {
  test.each([
    [{}, {}],
    [{ totalSlots: '3' }, { totalSlots: 3 }],
    [{ isAvailable: false }, { isAvailable: false }],
    [
      { startTime: '09:00', endTime: '09:30' },
      { startTime: '09:00', endTime: '09:30' },
    ],
    [{ slotDate: '2027-01-01', booked: 0 }, {}],
  ])('%j is %j', (typed, change) => {
    expect(slotChangeInput.parse(typed)).toEqual(change)
  })

  test.each([
    [{ startTime: '' }, { startTime: 'Start time is required' }],
    [{ endTime: 'late' }, { endTime: 'Enter a time as HH:mm' }],
    [{ totalSlots: 0 }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
    [{ totalSlots: null }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
  ])('is refused as %j', (typed, fields) => {
    expect(refusals(slotChangeInput, typed)).toEqual(fields)
  })

  test.each([
    [1, 'This time slot already has 1 booked spot. Enter at least that many.'],
    [3, 'This time slot already has 3 booked spots. Enter at least that many.'],
  ])('below %i booked has a sentence that names the number', (booked, sentence) => {
    expect(slotMessages.totalBelowBooked(booked)).toBe(sentence)
  })
})
