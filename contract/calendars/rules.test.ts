import { describe, expect, test } from 'vitest'
import { fromMinutes } from '../dates.ts'
import { gridLines, placeSlots, shortFill, weekOf } from './rules.ts'

test.each([
  ['2026-11-29', '2026-11-29', 'a Sunday'],
  ['2026-11-28', '2026-11-22', 'a Saturday'],
  ['2026-12-02', '2026-11-29', 'over the end of a month'],
  ['2027-01-01', '2026-12-27', 'over the end of a year'],
  ['2027-03-14', '2027-03-14', 'the day on which clocks go forward'],
  ['2026-11-01', '2026-11-01', 'the day on which they go back'],
  ['2028-02-29', '2028-02-27', 'a leap day'],
  ['2022-12-31', '2022-12-25', 'before the Sunday that is counted from'],
  ['1999-12-31', '1999-12-26', 'long ago'],
])('the week of %s begins on %s (%s)', (date, sunday) => {
  const week = weekOf(date)
  expect(week[0]).toBe(sunday)
  expect(week).toHaveLength(7)
  expect(week).toContain(date)
  expect(week.every((day) => weekOf(day).join() === week.join())).toBe(true)
})

/** `10:00-10:30` of event 1, `2 10:00-10:30` of event 2. */
function slotsOf(...texts: string[]) {
  return texts.map((text, index) => {
    const [times, event = '1'] = text.split(' ').reverse()
    const [startTime, endTime] = times!.split('-') as [string, string]
    return { id: index + 1, eventId: Number(event), slotDate: '2026-12-04', startTime, endTime }
  })
}

describe('the lines of the grid', () => {
  test.each([
    ['nothing', [], ''],
    ['hours', ['10:00-11:00', '11:00-12:00'], '10:00 11:00 12:00'],
    ['quarters', ['10:00-10:15', '10:15-10:30'], '10:00 10:15 10:30 11:00'],
    ['five minutes off the hour', ['9:55-10:05'], '09:00 09:55 10:00 10:05 11:00'],
    [
      '90 minutes with buffers of 15',
      ['10:00-11:30', '11:45-13:15'],
      '10:00 11:00 11:30 11:45 12:00 13:00 13:15 14:00',
    ],
    [
      'eight hours',
      ['09:30-17:30'],
      '09:00 09:30 10:00 11:00 12:00 13:00 14:00 15:00 16:00 17:00 17:30 18:00',
    ],
    ['the same times of two events', ['10:00-10:30', '2 10:00-10:30'], '10:00 10:30 11:00'],
    ['until midnight', ['23:00-24:00'], '23:00 24:00'],
    ['from midnight on', ['00:00-00:30'], '00:00 00:30 01:00'],
    [
      'the hour that clocks skip has no slots',
      ['01:30-03:00', '03:00-03:30'],
      '01:00 01:30 02:00 03:00 03:30 04:00',
    ],
    ['the hour that they repeat is one row', ['01:00-01:30', '01:30-02:00'], '01:00 01:30 02:00'],
  ])('%s', (_, slots, lines) => {
    expect(
      gridLines(slotsOf(...slots))
        .map(fromMinutes)
        .join(' '),
    ).toBe(lines)
  })
})

describe('slots of a day', () => {
  /** Each slot by its number: its lane of how many; the first of its event with a star. */
  test.each([
    ['nothing', [], ''],
    ['one after another', ['10:00-10:30', '10:30-11:00'], '1: 0/1* 2: 0/1'],
    ['two events at once', ['10:00-10:30', '2 10:00-10:30'], '1: 0/2* 2: 1/2*'],
    [
      'an event is one column, also where the other has no slots',
      ['10:00-10:30', '10:30-11:00', '2 10:30-11:00', '11:00-11:30'],
      '1: 0/2* 2: 0/2 3: 1/2* 4: 0/2',
    ],
    [
      'one in a break of the other',
      ['10:00-11:00', '13:00-14:00', '2 11:30-12:30'],
      '1: 0/2* 3: 1/2* 2: 0/2',
    ],
    ['one in the morning, one in the afternoon', ['10:00-12:00', '2 12:00-14:00'], '1: 0/1* 2: 0/1*'],
    [
      'a third uses the lane that is free again',
      ['10:00-11:00', '2 10:30-13:00', '3 11:00-12:00'],
      '1: 0/2* 2: 1/2* 3: 0/2*',
    ],
    [
      'slots of one event that overlap',
      ['10:00-11:00', '10:30-11:30', '11:00-12:00'],
      '1: 0/2* 2: 1/2 3: 0/2',
    ],
    [
      'beside another event, they keep lanes of their own',
      ['10:00-11:00', '10:30-11:30', '2 10:00-12:00'],
      '1: 0/3* 3: 2/3* 2: 1/3',
    ],
    [
      'two lanes do not fit where one is free',
      ['10:00-10:30', '2 10:00-14:00', '3 11:00-12:00', '3 11:00-12:30'],
      '1: 0/4* 2: 1/4* 3: 2/4* 4: 3/4',
    ],
    [
      'the whole width again after those side by side',
      ['09:00-10:00', '2 09:30-10:30', '3 10:30-11:00'],
      '1: 0/2* 2: 1/2* 3: 0/1*',
    ],
    ['until midnight', ['23:00-24:00', '2 23:30-24:00'], '1: 0/2* 2: 1/2*'],
    [
      'of 5 minutes and of 8 hours',
      ['09:00-09:05', '2 09:00-17:00', '09:05-09:10'],
      '1: 0/2* 2: 1/2* 3: 0/2',
    ],
  ])('%s', (_, slots, places) => {
    const placed = placeSlots(slotsOf(...slots))
    const text = placed.map(
      ({ slot, lane, lanes, isFirst }) => `${slot.id}: ${lane}/${lanes}${isFirst ? '*' : ''}`,
    )
    expect(text.join(' ')).toBe(places)
  })

  test('seven events with 40 slots each share no place', () => {
    const many = Array.from({ length: 280 }, (_, index) => {
      const start = 540 + (index % 40) * 15 + Math.floor(index / 40)
      return {
        id: index,
        eventId: Math.floor(index / 40),
        slotDate: '2026-12-04',
        startTime: fromMinutes(start),
        endTime: fromMinutes(start + 15),
      }
    })
    const placed = placeSlots(many.toReversed())
    expect(placed).toHaveLength(280)
    for (const { slot, lane, lanes } of placed) {
      expect(lanes).toBe(7)
      expect(lane).toBe(slot.eventId)
    }
  })
})

test.each([
  [1, 1, 'Open'],
  [3, 3, '3 open'],
  [3, 2, '1 of 3'],
  [50, 1, '49 of 50'],
  [3, 0, 'Full'],
])('of %i spots %i are left: %s', (totalSlots, availableSpots, words) => {
  expect(shortFill({ totalSlots, availableSpots })).toBe(words)
})
