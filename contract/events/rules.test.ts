import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, fromMinutes, toMinutes } from '../dates.ts'
import { isClockChange, readZone, wallToInstant } from '../zones.ts'
import {
  appointmentLength,
  bookingTerms,
  countDays,
  countSlots,
  dayHoursTexts,
  type EventPlan,
  eventCan,
  eventDefaults,
  eventLimits,
  isOnClocks,
  isOutsideEvent,
  isOver,
  isReservedSlug,
  isUnguessable,
  lastDay,
  makeSlug,
  offerMinutes,
  partySizes,
  plainSlugs,
  planSlots,
  questionLimits,
  randomCharacters,
  slotDurations,
  slugWords,
  spotsPerSlot,
} from './rules.ts'

const oneDay = { eventDate: '2027-04-16', isMultiDay: false, endDate: null }
const threeDays = { eventDate: '2027-04-16', isMultiDay: true, endDate: '2027-04-18' }
const hours = { startTime: '10:00', endTime: '12:00' }

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

test('the choices and limits are those of the form', () => {
  expect(slotDurations).toEqual([15, 30, 45, 60])
  expect(spotsPerSlot).toEqual([1, 2, 3, 4, 5])
  expect(eventDefaults).toEqual({ slotDuration: 30, maxBookingsPerSlot: 2, offerMinutes: 120 })
  expect(eventLimits).toMatchObject({ days: 366, slots: 10_000, spots: 50, shortest: 5, longest: 480 })
  expect(partySizes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(offerMinutes).toEqual([30, 60, 120, 240, 720, 1440])
  expect(questionLimits).toEqual({ questions: 10, photos: 3 })
})

const newYork = readZone('America/New_York', '2000-01-01', '2100-01-01')

describe('the days of an event', () => {
  test.each([
    ['one day', oneDay, '2027-04-16', 1],
    ['three days', threeDays, '2027-04-18', 3],
    ['several days that are one', { ...threeDays, endDate: '2027-04-16' }, '2027-04-16', 1],
    ['an end date left from when it lasted several', { ...threeDays, isMultiDay: false }, '2027-04-16', 1],
    ['several days without an end', { ...threeDays, endDate: null }, '2027-04-16', 1],
    ['a leap year', { eventDate: '2028-01-01', isMultiDay: true, endDate: '2028-12-31' }, '2028-12-31', 366],
    ['over spring', { eventDate: '2027-03-13', isMultiDay: true, endDate: '2027-03-15' }, '2027-03-15', 3],
    ['over autumn', { eventDate: '2027-11-06', isMultiDay: true, endDate: '2027-11-08' }, '2027-11-08', 3],
  ])('%s', (_name, event, last, days) => {
    expect(lastDay(event)).toBe(last)
    expect(countDays(event)).toBe(days)
  })
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

test.each([
  [5, '5-minute appointments'],
  [60, '60-minute appointments'],
  [90, '90-minute appointments'],
  [120, '2-hour appointments'],
  [480, '8-hour appointments'],
])('appointments of %i minutes are %s', (minutes, words) => {
  expect(appointmentLength(minutes)).toBe(words)
})

describe('when guests can book, in words', () => {
  const any = { noticeMinutes: 0, daysAhead: null, bookUntil: null }
  test.each([
    [{}, []],
    [{ noticeMinutes: 30 }, ['Book at least 30 minutes ahead']],
    [{ noticeMinutes: 60 }, ['Book at least 1 hour ahead']],
    [{ noticeMinutes: 90 }, ['Book at least 90 minutes ahead']],
    [{ noticeMinutes: 1440 }, ['Book at least 1 day ahead']],
    [{ noticeMinutes: 2880 }, ['Book at least 2 days ahead']],
    [
      { noticeMinutes: 120, daysAhead: 14, bookUntil: '2027-04-10' },
      ['Book at least 2 hours ahead', 'Book up to 14 days ahead', 'Book by April 10, 2027'],
    ],
  ])('%j', (limits, words) => {
    expect(bookingTerms({ ...any, ...limits })).toEqual(words)
  })

  test('other hours of a day, and that it is closed', () => {
    const dayHours = [
      { date: '2027-04-17', startTime: '12:00', endTime: '17:00' },
      { date: '2027-04-18', startTime: '00:00', endTime: '00:00' },
    ]
    expect(dayHoursTexts({ dayHours })).toEqual([
      'Saturday, April 17, 2027: 12:00 PM – 5:00 PM',
      'Sunday, April 18, 2027: closed',
    ])
    expect(dayHoursTexts({})).toEqual([])
  })
})

describe('a slot is outside its event', () => {
  const show = { ...threeDays, ...hours }
  test.each([
    ['on the day before', '2027-04-15', '10:00', '10:30', true],
    ['on the first day', '2027-04-16', '10:00', '10:30', false],
    ['on a day between', '2027-04-17', '10:00', '10:30', false],
    ['on the last day', '2027-04-18', '11:30', '12:00', false],
    ['on the day after', '2027-04-19', '10:00', '10:30', true],
    ['when it ends before the start', '2027-04-16', '09:00', '09:30', true],
    ['when it ends at the start', '2027-04-16', '09:30', '10:00', true],
    ['but not when it reaches a minute into it', '2027-04-16', '09:30', '10:01', false],
    ['but not when it begins a minute before the end', '2027-04-16', '11:59', '12:30', false],
    ['when it starts at the end', '2027-04-16', '12:00', '12:30', true],
    ['when it starts after the end', '2027-04-16', '13:00', '13:30', true],
    ['but not when it lasts longer than the event on both sides', '2027-04-16', '09:00', '13:00', false],
  ])('%s', (_name, slotDate, startTime, endTime, outside) => {
    expect(isOutsideEvent({ slotDate, startTime, endTime }, show)).toBe(outside)
  })

  test.each([
    ['with other hours, before them', '2027-04-17', '10:00', '13:00', true],
    ['with other hours, in them', '2027-04-17', '13:30', '14:00', false],
    ['that is closed', '2027-04-18', '10:00', '12:00', true],
    ['without other hours', '2027-04-16', '10:00', '12:00', false],
  ])('on a day %s', (_name, slotDate, startTime, endTime, outside) => {
    const dayHours = [
      { date: '2027-04-17', startTime: '13:00', endTime: '15:00' },
      { date: '2027-04-18', startTime: '00:00', endTime: '00:00' },
    ]
    expect(isOutsideEvent({ slotDate, startTime, endTime }, { ...show, dayHours })).toBe(outside)
  })

  test('on every day but its own when it lasts one day, whatever end date is left over', () => {
    const slot = { slotDate: '2027-04-17', startTime: '10:00', endTime: '10:30' }
    expect(isOutsideEvent(slot, { ...show, isMultiDay: false })).toBe(true)
    expect(isOutsideEvent({ ...slot, slotDate: '2027-04-16' }, { ...show, isMultiDay: false })).toBe(false)
  })
})

describe('an event is over', () => {
  test.each([
    ['the day before', oneDay, '2027-04-15', '23:59', false],
    ['a minute before its end', oneDay, '2027-04-16', '11:59', false],
    ['at its end', oneDay, '2027-04-16', '12:00', true],
    ['the day after, early', oneDay, '2027-04-17', '00:00', true],
    ['in the evening between its days', threeDays, '2027-04-16', '20:00', false],
    ['on its last day before the end', threeDays, '2027-04-18', '11:59', false],
    ['on its last day at the end', threeDays, '2027-04-18', '12:00', true],
  ])('%s', (_name, days, date, time, over) => {
    expect(isOver({ ...days, ...hours, zone: newYork }, wallToInstant(date, time, newYork))).toBe(over)
  })
})

test('an event is over at the end of its last day, by the hours of that day', () => {
  const dayHours = [{ date: '2027-04-18', startTime: '10:00', endTime: '15:00' }]
  const show = { ...threeDays, ...hours, dayHours, zone: newYork }
  expect(isOver(show, wallToInstant('2027-04-18', '14:59', newYork))).toBe(false)
  expect(isOver(show, wallToInstant('2027-04-18', '15:00', newYork))).toBe(true)
})

describe('a custom URL', () => {
  test.each(['new', 'Edit', 'CREATE', 'admin', 'api', 'public', 'private', 'event', 'Events'])(
    '%s is reserved',
    (slug) => expect(isReservedSlug(slug)).toBe(true),
  )
  test.each(['news', 'spring-show', 'event-1', 'my_events'])('%s is free', (slug) => {
    expect(isReservedSlug(slug)).toBe(false)
  })
})

describe('a link name', () => {
  test.each([
    ['Spring Bridal Show', 'spring-bridal-show'],
    ['Maison Vale & Söhne', 'maison-vale-sohne'],
    ['  --Ivory, 2027!--  ', 'ivory-2027'],
    ['ﬁnal No. ①', 'final-no-1'],
    ['נועה לוי', ''],
    ['', ''],
    ['x'.repeat(41), 'x'.repeat(40)],
    [`${'x'.repeat(39)} show`, 'x'.repeat(39)],
  ])('of %j has the words %j', (name, words) => {
    expect(slugWords(name)).toBe(words)
  })

  test('has no more characters than are asked for, and no hyphen at its end', () => {
    expect(slugWords('spring show', 8)).toBe('spring-s')
    expect(slugWords('spring show', 7)).toBe('spring')
  })

  const bytes = (length: number, byte: number) => new Uint8Array(length).fill(byte)

  test.each([
    // 0 is the first of 32 characters, 24 the first digit, 31 the last one; 32 is the first again.
    ['Spring Show', [0, 1, 23, 24, 31, 32], 'spring-show-abz29a'],
    ['Spring Show', [255, 0, 0, 0, 0, 0], 'spring-show-9aaaaa'],
    ['Spring Show', [0, 0, 0, 0, 0, 0], 'spring-show-aaaaa2'],
    ['Spring Show', [0, 0, 0, 0, 0, 7], 'spring-show-aaaaa9'],
    ['Spring Show', [0, 0, 0, 0, 0, 8], 'spring-show-aaaaa2'],
    ['נועה', [0, 0, 0, 0, 0, 24], 'show-aaaaa2'],
  ])('of %j and the bytes %j is %s', (name, random, slug) => {
    expect(makeSlug(name, Uint8Array.from(random))).toBe(slug)
  })

  test.each([
    ['public', 40, 47],
    ['private', 33, 50],
  ] as const)('of a %s event has %i characters of the name at most, and %i in all', (kind, words, all) => {
    const slug = makeSlug('x'.repeat(200), bytes(randomCharacters[kind], 24))
    expect(slug).toMatch(new RegExp(`^x{${words}}-2+$`))
    expect(slug).toHaveLength(all)
  })

  test.each([
    ['Maison Vale', ['maison-vale', 'maison-vale-2', 'maison-vale-3', 'maison-vale-4', 'maison-vale-5']],
    ['נועה', ['shows', 'shows-2', 'shows-3', 'shows-4', 'shows-5']],
    ['No. 5', ['no-5', 'no-5-2', 'no-5-3', 'no-5-4', 'no-5-5']],
    ['5th', ['5th', '5th-2', '5th-3', '5th-4', '5th-5']],
    // Digits alone and reserved words are no link names.
    ['2027', ['2027-2', '2027-3', '2027-4', '2027-5']],
    ['Events', ['events-2', 'events-3', 'events-4', 'events-5']],
  ])('that is readable for %j is one of %j', (name, plain) => {
    const random = bytes(randomCharacters.public, 24)
    expect(plainSlugs(name, 'shows', random)).toEqual([
      ...plain,
      makeSlug(plain[0]!.replace(/-2$/, ''), random),
    ])
  })

  test.each([
    ['spring-show-abcdefgh23456789', true],
    ['abcdefgh23456789', true],
    ['show-222222222222222z', true],
    ['show-abcdefghabcdefgh', false],
    ['show-abcdefgh2345678', false],
    ['showabcdefgh23456789', false],
    ['show-abcdefgh23456789-', false],
    ['show-labcdefg23456789', false],
    ['show-abcdefgh23456781', false],
    ['show-abcdefgh23456780', false],
    ['show-2bcdefgh-abcdefgh', false],
    ['SHOW-ABCDEFGH23456789', false],
  ])('%s can’t be guessed: %s', (slug, unguessable) => {
    expect(isUnguessable(slug)).toBe(unguessable)
  })
})

describe('an event is deleted', () => {
  const booked = 'This event has bookings, so it cannot be deleted.'
  const ordered = 'This event has orders, so it cannot be deleted.'
  const hide = 'Make it inactive instead.'
  test.each([
    ['with nothing', true, false, false, null],
    ['with nothing, inactive', false, false, false, null],
    ['with bookings', true, true, false, `${booked} ${hide}`],
    ['with orders', true, false, true, `${ordered} ${hide}`],
    ['with both', true, true, true, `${booked} ${hide}`],
    ['with bookings, inactive', false, true, false, booked],
    ['with orders, inactive', false, false, true, ordered],
  ])('%s, or is refused with a reason', (_what, isActive, hasBookings, hasOrders, refusal) => {
    expect(eventCan.delete({ isActive, hasBookings, hasOrders })).toBe(refusal)
  })
})

test('a generated slug always has a digit, so it is never taken for plain words', () => {
  for (const byte of [0, 23, 24, 255]) {
    const slug = makeSlug('Spring Show', new Uint8Array(randomCharacters.private).fill(byte))
    expect(isUnguessable(slug), slug).toBe(true)
  }
})
