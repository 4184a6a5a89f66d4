import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, fromMinutes, toMinutes } from '../dates.ts'
import { isClockChange, readZone, wallToInstant } from '../zones.ts'
import {
  countDays,
  countSlots,
  type EventPlan,
  isOnClocks,
  isOutsideEvent,
  planSlots,
  slotDurations,
} from './rules.ts'

const oneDay = { eventDate: '2027-04-16', isMultiDay: false, endDate: null }
const hours = { startTime: '10:00', endTime: '12:00' }
const newYork = readZone('America/New_York', '2000-01-01', '2100-01-01')

/** Any event the form accepts: 1 to 31 days, at least one minute a day. */
const someEvent = fc
  .record({
    offset: fc.integer({ min: 0, max: 3650 }),
    days: fc.integer({ min: 1, max: 31 }),
    start: fc.integer({ min: 0, max: 1438 }),
    length: fc.integer({ min: 1, max: 1439 }),
    slotDuration: fc.constantFrom(...slotDurations),
  })
  .map(({ offset, days, start, length, slotDuration }) => {
    const eventDate = addDays('2026-01-01', offset)
    return {
      eventDate,
      isMultiDay: days > 1,
      endDate: days > 1 ? addDays(eventDate, days - 1) : null,
      startTime: fromMinutes(start),
      endTime: fromMinutes(Math.min(1440, start + length)),
      slotDuration,
    }
  })

describe('the plan of slots', () => {
  test('is every slot of the day, each starting as the one before ends', () => {
    expect(planSlots({ ...oneDay, ...hours, slotDuration: 30 }, newYork)).toEqual([
      { slotDate: '2027-04-16', startTime: '10:00', endTime: '10:30' },
      { slotDate: '2027-04-16', startTime: '10:30', endTime: '11:00' },
      { slotDate: '2027-04-16', startTime: '11:00', endTime: '11:30' },
      { slotDate: '2027-04-16', startTime: '11:30', endTime: '12:00' },
    ])
  })

  test('repeats the day until the last day, over the end of a month, a leap day and the change of clocks', () => {
    for (const [eventDate, endDate, days] of [
      ['2027-04-29', '2027-05-01', ['2027-04-29', '2027-04-30', '2027-05-01']],
      ['2028-02-28', '2028-03-01', ['2028-02-28', '2028-02-29', '2028-03-01']],
      ['2027-02-28', '2027-03-01', ['2027-02-28', '2027-03-01']],
      ['2027-03-13', '2027-03-15', ['2027-03-13', '2027-03-14', '2027-03-15']],
      ['2027-11-06', '2027-11-08', ['2027-11-06', '2027-11-07', '2027-11-08']],
    ] as const) {
      const slots = planSlots({ eventDate, isMultiDay: true, endDate, ...hours, slotDuration: 60 }, newYork)
      expect(slots.map((slot) => slot.slotDate)).toEqual(days.flatMap((day) => [day, day]))
      expect(slots.map((slot) => slot.startTime)).toEqual(days.flatMap(() => ['10:00', '11:00']))
    }
  })

  test.each([
    ['10:00', '12:00', 45, ['10:00', '10:45'], '11:30'],
    ['10:00', '10:59', 30, ['10:00'], '10:30'],
    ['10:00', '11:00', 60, ['10:00'], '11:00'],
    ['22:30', '23:59', 30, ['22:30', '23:00'], '23:30'],
    ['22:30', '24:00', 30, ['22:30', '23:00', '23:30'], '24:00'],
    ['22:30', '24:00', 60, ['22:30'], '23:30'],
    ['23:15', '24:00', 45, ['23:15'], '24:00'],
    ['00:00', '00:30', 15, ['00:00', '00:15'], '00:30'],
  ])('of %s to %s every %i minutes ends by the end', (startTime, endTime, slotDuration, starts, lastEnd) => {
    const slots = planSlots({ ...oneDay, startTime, endTime, slotDuration }, newYork)
    expect(slots.map((slot) => slot.startTime)).toEqual(starts)
    expect(slots.at(-1)!.endTime).toBe(lastEnd)
  })

  test.each([
    ['10:00', '10:29', 30],
    ['10:00', '10:00', 15],
    ['12:00', '10:00', 15],
  ])('of %s to %s every %i minutes is empty', (startTime, endTime, slotDuration) => {
    expect(countSlots({ ...oneDay, startTime, endTime, slotDuration })).toBe(0)
    expect(planSlots({ ...oneDay, startTime, endTime, slotDuration }, newYork)).toEqual([])
  })

  test('of a whole leap year of whole days is complete', () => {
    const year = { eventDate: '2028-01-01', isMultiDay: true, endDate: '2028-12-31' }
    const slots = planSlots({ ...year, startTime: '00:00', endTime: '24:00', slotDuration: 60 }, newYork)
    expect(slots).toHaveLength(366 * 24 - 1) // March 12 has no 2 AM hour
    expect(slots.at(-1)).toEqual({ slotDate: '2028-12-31', startTime: '23:00', endTime: '24:00' })
  })

  test.each([
    ['in spring, without the hour that is skipped', '2027-03-14', ['01:00', '01:30', '03:00', '03:30']],
    [
      'in autumn, with the hour that comes twice once',
      '2027-11-07',
      ['01:00', '01:30', '02:00', '02:30', '03:00', '03:30'],
    ],
  ])('of a night %s', (_name, eventDate, starts) => {
    const night = { ...oneDay, eventDate, startTime: '01:00', endTime: '04:00', slotDuration: 30 }
    expect(planSlots(night, newYork).map(({ startTime }) => startTime)).toEqual(starts)
  })

  test.each([
    ['01:30', '02:00', true],
    ['01:30', '02:30', false],
    ['01:30', '03:00', true],
    ['02:00', '02:30', false],
    ['02:30', '03:30', false],
    ['03:00', '03:30', true],
  ])('in spring a slot of %s to %s is on the clocks: %s', (startTime, endTime, onClocks) => {
    expect(isOnClocks({ slotDate: '2027-03-14', startTime, endTime }, newYork)).toBe(onClocks)
    expect(isOnClocks({ slotDate: '2027-03-13', startTime, endTime }, newYork)).toBe(true)
  })

  test('lies inside its event, without overlaps, gaps or room for one more', () => {
    fc.assert(
      fc.property(someEvent, (event) => {
        const days = Array.from({ length: countDays(event) }, (_, day) => addDays(event.eventDate, day))
        const plan = Map.groupBy(planSlots(event, newYork), ({ slotDate }) => slotDate)
        expect(days).toEqual(expect.arrayContaining([...plan.keys()]))
        for (const day of days) {
          const slots = plan.get(day) ?? []
          const changes = isClockChange(day, newYork)
          for (const [index, slot] of slots.entries()) {
            const before = slots[index - 1]?.endTime ?? event.startTime
            const fits = !isOutsideEvent(slot, event) && slot.endTime <= event.endTime
            const follows = changes
              ? slot.startTime >= before && isOnClocks(slot, newYork)
              : slot.startTime === before
            const minutes = toMinutes(slot.endTime) - toMinutes(slot.startTime)
            if (!fits || !follows || minutes !== event.slotDuration) expect.fail(JSON.stringify(slot))
          }
          if (changes) continue
          expect(slots).toHaveLength(countSlots({ ...event, isMultiDay: false }))
          const end = toMinutes(slots.at(-1)?.endTime ?? event.startTime)
          expect(toMinutes(event.endTime) - end).toBeLessThan(event.slotDuration)
        }
      }),
    )
  })
})

describe('the plan of 90-minute appointments with buffers, a lunch break and other hours on Sunday', () => {
  const fitting = {
    ...{ isMultiDay: true, startTime: '10:00', endTime: '18:00', slotDuration: 90 },
    ...{ bufferBefore: 0, bufferAfter: 15, breaks: [{ startTime: '13:30', endTime: '14:00' }] },
  }
  const sunday = (date: string) => ({ dayHours: [{ date, startTime: '12:00', endTime: '17:00' }] })
  // By hand: 10:00-11:30, free until 11:45, 11:45-13:15, lunch from 13:30, 14:00-15:30, 15:45-17:15. On Sunday from 12:00:
  // 12:00-13:30 would leave no 15 minutes before lunch, so 14:00-15:30; 15:45-17:15 would end after 17:00.
  const table: [string, string, Record<'zone' | 'saturday' | 'sunday', string>, string[]][] = [
    [
      'the US spring change in New York',
      'America/New_York',
      { zone: 'America/New_York', saturday: '2027-03-13', sunday: '2027-03-14' },
      [
        '2027-03-13T15:00Z 10:00-11:30',
        '2027-03-13T16:45Z 11:45-13:15',
        '2027-03-13T19:00Z 14:00-15:30',
        '2027-03-13T20:45Z 15:45-17:15',
        '2027-03-14T18:00Z 14:00-15:30',
      ],
    ],
    [
      'the US spring change in Los Angeles',
      'America/Los_Angeles',
      { zone: 'America/Los_Angeles', saturday: '2027-03-13', sunday: '2027-03-14' },
      [
        '2027-03-13T18:00Z 10:00-11:30',
        '2027-03-13T19:45Z 11:45-13:15',
        '2027-03-13T22:00Z 14:00-15:30',
        '2027-03-13T23:45Z 15:45-17:15',
        '2027-03-14T21:00Z 14:00-15:30',
      ],
    ],
    [
      'the EU spring change in London',
      'Europe/London',
      { zone: 'Europe/London', saturday: '2027-03-27', sunday: '2027-03-28' },
      [
        '2027-03-27T10:00Z 10:00-11:30',
        '2027-03-27T11:45Z 11:45-13:15',
        '2027-03-27T14:00Z 14:00-15:30',
        '2027-03-27T15:45Z 15:45-17:15',
        '2027-03-28T13:00Z 14:00-15:30',
      ],
    ],
    [
      'the EU spring change in Paris',
      'Europe/Paris',
      { zone: 'Europe/Paris', saturday: '2027-03-27', sunday: '2027-03-28' },
      [
        '2027-03-27T09:00Z 10:00-11:30',
        '2027-03-27T10:45Z 11:45-13:15',
        '2027-03-27T13:00Z 14:00-15:30',
        '2027-03-27T14:45Z 15:45-17:15',
        '2027-03-28T12:00Z 14:00-15:30',
      ],
    ],
  ]
  test.each(table)('over %s', (_name, _zone, { zone: name, saturday, sunday: date }, rows) => {
    const zone = readZone(name, '2027-01-01', '2027-12-31')
    const show = { ...fitting, ...sunday(date), eventDate: saturday, endDate: date }
    const slots = planSlots(show, zone)
    const asRow = ({ slotDate, startTime, endTime }: (typeof slots)[number]) =>
      `${wallToInstant(slotDate, startTime, zone).toISOString().slice(0, 16)}Z ${startTime}-${endTime}`
    expect(slots.map(asRow)).toEqual(rows)
    expect(countSlots(show)).toBe(rows.length)
  })

  const day = { ...oneDay, startTime: '10:00', endTime: '18:00', slotDuration: 90 }
  const startsOf = (plan: Partial<EventPlan>) =>
    planSlots({ ...day, ...plan }, newYork).map(({ startTime }) => startTime)
  const lunch = [{ startTime: '13:00', endTime: '14:00' }]
  test.each<[string, Partial<EventPlan>, string[]]>([
    ['without any of it', {}, ['10:00', '11:30', '13:00', '14:30', '16:00']],
    [
      'with both buffers between them, but not at the edges',
      { bufferBefore: 5, bufferAfter: 10 },
      ['10:00', '11:45', '13:30', '15:15'],
    ],
    ['with a break that one would end in', { breaks: lunch }, ['10:00', '11:30', '14:00', '15:30']],
    [
      'with a break that leaves no room for the buffer after one',
      { breaks: lunch, bufferAfter: 15 },
      ['10:00', '14:00', '15:45'],
    ],
    [
      'with the buffer before one after a break',
      { breaks: lunch, bufferBefore: 15 },
      ['10:00', '14:15', '16:00'],
    ],
    [
      'with a break that ends as the day starts',
      { breaks: [{ startTime: '09:30', endTime: '10:00' }], bufferBefore: 15 },
      ['10:15', '12:00', '13:45', '15:30'],
    ],
    [
      'with breaks in any order that touch',
      {
        breaks: [
          { startTime: '12:00', endTime: '13:00' },
          { startTime: '11:30', endTime: '12:00' },
        ],
      },
      ['10:00', '13:00', '14:30', '16:00'],
    ],
    [
      'with a break at each edge',
      {
        breaks: [
          { startTime: '09:00', endTime: '11:00' },
          { startTime: '17:00', endTime: '24:00' },
        ],
      },
      ['11:00', '12:30', '14:00', '15:30'],
    ],
    ['with a break of the whole day', { breaks: [{ startTime: '00:00', endTime: '24:00' }] }, []],
    ['of 5 minutes', { slotDuration: 5, endTime: '10:12' }, ['10:00', '10:05']],
    ['of 8 hours', { slotDuration: 480 }, ['10:00']],
    ['of 8 hours, one minute too few', { slotDuration: 480, endTime: '17:59' }, []],
    [
      'on a day with longer hours',
      { dayHours: [{ date: '2027-04-16', startTime: '08:30', endTime: '11:30' }] },
      ['08:30', '10:00'],
    ],
    ['on a closed day', { dayHours: [{ date: '2027-04-16', startTime: '00:00', endTime: '00:00' }] }, []],
    [
      'with other hours on another day',
      { dayHours: [{ date: '2027-04-17', startTime: '08:30', endTime: '11:30' }] },
      ['10:00', '11:30', '13:00', '14:30', '16:00'],
    ],
    [
      'in a night that skips an hour',
      { eventDate: '2027-03-14', startTime: '00:00', endTime: '06:00', bufferAfter: 30 },
      ['00:00', '04:00'],
    ],
  ])('%s', (_name, plan, starts) => {
    expect(startsOf(plan)).toEqual(starts)
  })
})
