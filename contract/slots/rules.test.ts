import { describe, expect, test } from 'vitest'
import { readZone } from '../zones.ts'
import { countSync, dayToOpen, formatFill, keptWords, MAX_SLOTS_PER_DATE, planSync } from './rules.ts'

const event = {
  eventDate: '2027-04-16',
  endDate: '2027-04-17',
  isMultiDay: true,
  startTime: '10:00',
  endTime: '11:30',
  slotDuration: 30,
}
const oneDay = { ...event, isMultiDay: false }

/** Before all of it. */
const now = new Date('2027-01-01T12:00:00Z')
const newYork = readZone('America/New_York', '2000-01-01', '2100-01-01')
const free = { isAvailable: true, isTaken: false, everBooked: false }
const taken = { isTaken: true, everBooked: true }
const canceled = { everBooked: true }
const hiddenByStaff = { isAvailable: false }

let lastId = 0
function slot(slotDate: string, startTime: string, endTime: string, state: Partial<typeof free> = {}) {
  lastId += 1
  return { id: lastId, slotDate, startTime, endTime, ...free, ...state }
}
const firstDay = [
  slot('2027-04-16', '10:00', '10:30'),
  slot('2027-04-16', '10:30', '11:00'),
  slot('2027-04-16', '11:00', '11:30'),
]
const match = (show: Parameters<typeof planSync>[0], slots: ReturnType<typeof slot>[], at = now) =>
  planSync(show, slots, newYork, at)
const timesOf = (slots: { slotDate: string; startTime: string }[]) =>
  slots.map(({ slotDate, startTime }) => `${slotDate} ${startTime}`)
const startsOf = (slots: { startTime: string }[]) => slots.map(({ startTime }) => startTime)
const nothing = { added: [], removed: [], hidden: [], kept: [], keptHidden: [] }
const noCounts = { added: 0, removed: 0, hidden: 0, kept: 0, keptHidden: 0 }

describe('"Match slots to event hours"', () => {
  test('adds the slots of a day the event has gained', () => {
    const plan = match(event, firstDay)
    expect(timesOf(plan.added)).toEqual(['2027-04-17 10:00', '2027-04-17 10:30', '2027-04-17 11:00'])
    const added = { ...noCounts, added: 3 }
    expect(countSync(plan)).toEqual({ ...added, days: [{ slotDate: '2027-04-17', ...added }] })
  })

  test('removes what lies outside and was never booked, and keeps what guests have', () => {
    const early = slot('2027-04-16', '09:00', '10:00')
    const late = slot('2027-04-16', '11:30', '12:00', taken)
    const before = slot('2027-04-15', '10:00', '10:30')
    const plan = match(oneDay, [...firstDay, early, late, before])
    expect(plan.removed).toEqual([early, before])
    expect(countSync(plan)).toEqual({
      ...{ ...noCounts, removed: 2, kept: 1 },
      days: [
        { ...noCounts, slotDate: '2027-04-15', removed: 1 },
        { ...noCounts, slotDate: '2027-04-16', removed: 1, kept: 1 },
      ],
    })
  })

  test('changes nothing once it has run', () => {
    expect(match(oneDay, firstDay)).toEqual(nothing)
  })

  const old = ['2027-04-16', '10:00', '10:30'] as const
  /** At 10:00 in New York. */
  const asItStarts = new Date('2027-04-16T14:00:00Z')
  describe.each([
    ['free', {}, 'removed', ['10:00', '10:45'], 'removed'],
    ['with guests', taken, 'kept', ['10:45'], 'kept'],
    ['that a guest waits for', { isTaken: true }, 'kept', ['10:45'], 'kept'],
    ['with guests, hidden', { ...taken, ...hiddenByStaff }, 'kept', ['10:45'], 'kept'],
    ['whose guests all canceled', canceled, 'hidden', ['10:00', '10:45'], undefined],
    [
      'whose guests canceled, hidden',
      { ...canceled, ...hiddenByStaff },
      undefined,
      ['10:00', '10:45'],
      undefined,
    ],
    ['that staff hid', hiddenByStaff, 'keptHidden', ['10:45'], 'removed'],
  ])('treats a slot %s', (_what, state, fate, added, outside) => {
    const lengthened = { ...oneDay, slotDuration: 45 }
    test(`of an earlier length as ${fate}`, () => {
      const before = slot(...old, state)
      const { added: plan, ...others } = match(lengthened, [before])
      expect(startsOf(plan)).toEqual(added)
      expect({ added: [], ...others }).toEqual({ ...nothing, ...(fate && { [fate]: [before] }) })
    })
    test(`outside as ${outside}`, () => {
      const early = slot('2027-04-16', '09:00', '09:30', state)
      expect(match(oneDay, [...firstDay, early])).toEqual({
        ...nothing,
        ...(outside && { [outside]: [early] }),
      })
    })
    test('as it is once it has begun', () => {
      const plan = match(lengthened, [slot(...old, state)], asItStarts)
      expect({ ...plan, added: startsOf(plan.added) }).toEqual({ ...nothing, added: ['10:45'] })
    })
    test('as it is if it is as planned', () => {
      const first = slot(...old, state)
      const hidden = 'isAvailable' in state ? { keptHidden: [first] } : {}
      expect(match({ ...oneDay, endTime: '10:30' }, [first])).toEqual({ ...nothing, ...hidden })
    })
  })

  test('brings free slots to another length, buffers and a break, around those that guests have, once', () => {
    const noon = slot('2027-04-16', '11:30', '12:00', taken)
    const breaks = [{ startTime: '15:00', endTime: '15:30' }]
    const show = { ...oneDay, endTime: '17:00', slotDuration: 45, bufferAfter: 15, breaks }
    const plan = match(show, [...firstDay, noon])
    expect(plan.removed).toEqual(firstDay)
    expect(startsOf(plan.added)).toEqual(['10:00', '13:00', '14:00', '15:30'])
    expect(plan.kept).toEqual([noon])
    const after = [...plan.added.map((time) => slot(time.slotDate, time.startTime, time.endTime)), noon]
    expect(match(show, after)).toEqual({ ...nothing, kept: [noon] })
  })

  test('keeps the spots of a slot as planned, and adds none at its time', () => {
    const wide = { ...slot(...old), totalSlots: 9 }
    expect(match({ ...oneDay, endTime: '10:30' }, [wide])).toEqual(nothing)
  })

  test('adds no time that a slot with guests covers in part', () => {
    const long = slot('2027-04-16', '10:15', '10:45', taken)
    expect(timesOf(match(oneDay, [long]).added)).toEqual(['2027-04-16 11:00'])
  })

  test.each([
    ['directly before', '10:30', '11:00', ['10:00', '11:00']],
    ['directly after', '10:00', '10:30', ['10:30', '11:00']],
    ['over the last minute', '10:59', '11:30', ['10:00']],
    ['over the first minute', '09:30', '10:01', ['10:30', '11:00']],
    ['before the hours', '09:30', '10:00', ['10:00', '10:30', '11:00']],
    ['after the hours', '11:30', '12:00', ['10:00', '10:30', '11:00']],
    ['over all of it', '09:00', '12:00', []],
  ])('adds what a slot with guests leaves free %s', (_where, startTime, endTime, added) => {
    const plan = match(oneDay, [slot('2027-04-16', startTime, endTime, taken)])
    expect(startsOf(plan.added)).toEqual(added)
  })

  test('adds what only another day has', () => {
    const plan = match(event, [slot('2027-04-17', '10:00', '11:30', taken)])
    expect(timesOf(plan.added)).toEqual(['2027-04-16 10:00', '2027-04-16 10:30', '2027-04-16 11:00'])
  })

  test.each([
    ['free', {}, 'removed'],
    ['with guests', taken, 'kept'],
  ])('treats a slot in the hour that clocks skip, %s, as not planned', (_what, state, fate) => {
    const night = { ...oneDay, eventDate: '2027-03-14', startTime: '01:00', endTime: '04:00' }
    const skipped = slot('2027-03-14', '02:00', '02:30', state)
    const { added, ...others } = match(night, [skipped])
    expect(startsOf(added)).toEqual(['01:00', '01:30', '03:00', '03:30'])
    expect({ added: [], ...others }).toEqual({ ...nothing, [fate]: [skipped] })
  })

  test('counts what it does on each day, in order of the days', () => {
    const slots = [
      slot('2027-04-18', '10:00', '10:30'),
      slot('2027-04-16', '08:00', '08:30'),
      slot('2027-04-16', '08:30', '09:00'),
      slot('2027-04-16', '09:00', '09:30', taken),
      slot('2027-04-17', '10:00', '11:00', taken),
      slot('2027-04-17', '11:05', '11:20', canceled),
      slot('2027-04-16', '10:10', '10:20', hiddenByStaff),
      slot('2027-04-15', '10:00', '10:30', taken),
    ]
    expect(countSync(match(event, slots))).toEqual({
      ...{ added: 3, removed: 3, hidden: 1, kept: 3, keptHidden: 1 },
      days: [
        { ...noCounts, slotDate: '2027-04-15', kept: 1 },
        { ...noCounts, slotDate: '2027-04-16', added: 2, removed: 2, kept: 1, keptHidden: 1 },
        { ...noCounts, slotDate: '2027-04-17', added: 1, hidden: 1, kept: 1 },
        { ...noCounts, slotDate: '2027-04-18', removed: 1 },
      ],
    })
  })

  const withLunch = { ...oneDay, breaks: [{ startTime: '10:30', endTime: '11:00' }] }
  test('removes what is in a break and free, and adds nothing in it', () => {
    const [first, inBreak, last] = firstDay
    expect(match(withLunch, firstDay)).toEqual({ ...nothing, removed: [inBreak] })
    const booked = { ...inBreak!, ...taken }
    expect(match(withLunch, [first!, booked, last!]).kept).toEqual([booked])
    expect(timesOf(match(withLunch, []).added)).toEqual(['2027-04-16 10:00', '2027-04-16 11:00'])
  })

  test('adds in one go what a removed slot covers', () => {
    const long = slot('2027-04-16', '10:00', '11:00')
    const plan = match(withLunch, [long])
    expect([plan.removed, timesOf(plan.added)]).toEqual([[long], ['2027-04-16 10:00', '2027-04-16 11:00']])
  })

  test.each([
    ['too close before', '09:30', '10:31', ['11:20']],
    ['far enough before', '09:30', '10:30', ['10:40', '11:20']],
    ['too close after', '11:00', '11:30', ['10:00']],
  ])('leaves the buffers free around a slot with guests %s', (_where, startTime, endTime, added) => {
    const show = { ...oneDay, endTime: '12:00', bufferBefore: 5, bufferAfter: 5 }
    const plan = match(show, [slot('2027-04-16', startTime, endTime, taken)])
    expect(startsOf(plan.added)).toEqual(added)
  })

  test('follows other hours of a day', () => {
    const dayHours = [{ date: '2027-04-17', startTime: '13:00', endTime: '14:00' }]
    const early = slot('2027-04-17', '10:00', '10:30')
    const plan = match({ ...event, dayHours }, [...firstDay, early])
    expect([plan.removed, timesOf(plan.added)]).toEqual([[early], ['2027-04-17 13:00', '2027-04-17 13:30']])
  })

  test.each([
    [0, 0, ''],
    [1, 0, 'Keeps 1 time slot at other times because guests have it.'],
    [1200, 0, 'Keeps 1,200 time slots at other times because guests have them.'],
    [0, 1, 'Keeps 1 time slot hidden, as you left it.'],
    [
      2,
      3,
      'Keeps 2 time slots at other times because guests have them. Keeps 3 time slots hidden, as you left them.',
    ],
  ])('says why it keeps %i with guests and %i hidden', (kept, keptHidden, words) => {
    expect(keptWords({ kept, keptHidden })).toBe(words)
  })
})

test.each([
  [0, 1, '0 of 1 spot booked'],
  [1, 1, '1 of 1 spot booked'],
  [0, 0, '0 of 0 spots booked'],
  [12, 72, '12 of 72 spots booked'],
  [1200, 10_000, '1,200 of 10,000 spots booked'],
])('%i spots of %i are %s', (booked, totalSlots, words) => {
  expect(formatFill({ booked, totalSlots })).toBe(words)
})

test('one date has at most 500 slots', () => {
  expect(MAX_SLOTS_PER_DATE).toBe(500)
})

test.each([
  ['today', ['2027-04-15', '2027-04-16', '2027-04-18'], '2027-04-16', '2027-04-16'],
  ['the next day, where today has no time slots', ['2027-04-15', '2027-04-18'], '2027-04-16', '2027-04-18'],
  ['the first day, before the event', ['2027-04-16', '2027-04-18'], '2027-01-01', '2027-04-16'],
  ['the last day, after the event', ['2027-04-16', '2027-04-17', '2027-04-18'], '2027-04-19', '2027-04-18'],
  ['no day, without time slots', [], '2027-04-16', undefined],
])('the desk opens with %s', (_what, dates, today, opened) => {
  expect(dayToOpen(dates, today)).toBe(opened)
})
