import { describe, expect, test } from 'vitest'
import { readZone, wallClock } from '../zones.ts'
import { daysLeft, dayToPromise, isNotStarted, type MakingFacts, openDay, riskOf, weekOf } from './rules.ts'

const stages = [
  { id: 1, days: 2 },
  { id: 2, days: 30 },
  { id: 3, days: null },
  { id: 4, days: 5 },
  { id: 5, days: 0 },
]
const none: ReadonlySet<string> = new Set()
const today = '2026-12-01'

describe('the usual days left', () => {
  test.each<[string, number | null, string | null, number]>([
    ['before the first stage', null, null, 37],
    ['on the first day of a stage', 1, '2026-12-01', 37],
    ['some days into it', 2, '2026-11-21', 25],
    ['on its last day', 2, '2026-11-01', 5],
    ['long after its days', 2, '2026-06-01', 5],
    ['of a stage without days', 3, '2026-11-01', 5],
    ['of a stage that begins tomorrow by another clock', 4, '2026-12-02', 5],
    ['of the last stage', 5, '2026-12-01', 0],
    ['of a stage that is gone', 9, '2026-12-01', 37],
  ])('%s', (_, stageId, stageSince, left) => {
    expect(daysLeft(stages, { stageId, stageSince }, today)).toBe(left)
  })
})

const week = new Set(['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27'])

describe('days on which the company is closed don’t count', () => {
  test.each<[string, string, number, ReadonlySet<string>, string]>([
    ['none', '2026-12-01', 7, none, '2026-12-08'],
    ['no days', '2026-12-24', 0, week, '2026-12-24'],
    ['until the day before', '2026-12-20', 3, week, '2026-12-23'],
    ['over a closing week', '2026-12-20', 4, week, '2026-12-28'],
    ['from a closed day', '2026-12-25', 1, week, '2026-12-28'],
    ['over a month’s end', '2026-11-29', 3, none, '2026-12-02'],
    ['over a leap day', '2028-02-28', 2, none, '2028-03-01'],
    ['over the spring change', '2026-03-07', 2, none, '2026-03-09'],
  ])('%s', (_, from, days, closed, day) => {
    expect(openDay(from, days, closed)).toBe(day)
  })
})

const order = (facts: Partial<MakingFacts>): MakingFacts => ({
  ...{ status: 'paid', stageId: null, stageSince: null, neededBy: null, promisedOn: null },
  ...facts,
})

describe('an order', () => {
  test.each<[string, Partial<MakingFacts>, ReadonlySet<string>, 'late' | 'atRisk' | null]>([
    ['without dates', {}, none, null],
    ['that takes exactly until its day', { promisedOn: '2027-01-07' }, none, null],
    ['that takes a day longer', { promisedOn: '2027-01-06' }, none, 'atRisk'],
    ['with a closing week before its day', { promisedOn: '2027-01-07' }, week, 'atRisk'],
    ['with a closing week after it', { promisedOn: '2026-12-20', stageId: 4, stageSince: today }, week, null],
    ['promised today', { promisedOn: today, stageId: 4, stageSince: '2026-11-01' }, none, null],
    ['promised yesterday', { promisedOn: '2026-11-30' }, none, 'late'],
    ['promised after it is needed', { promisedOn: '2027-03-02', neededBy: '2027-03-01' }, none, 'atRisk'],
    ['promised on the day it is needed', { promisedOn: '2027-03-01', neededBy: '2027-03-01' }, none, null],
    ['promised late and needed before', { promisedOn: '2026-11-30', neededBy: '2026-11-01' }, none, 'late'],
    ['needed soon, and nothing promised', { neededBy: '2026-12-20' }, none, 'atRisk'],
    ['needed yesterday, and nothing promised', { neededBy: '2026-11-30' }, none, 'late'],
    ['ready, and promised yesterday', { promisedOn: '2026-11-30', stageId: 5 }, none, null],
    ['sent, and promised yesterday', { promisedOn: '2026-11-30', status: 'shipped' }, none, null],
    ['canceled, and promised yesterday', { promisedOn: '2026-11-30', status: 'cancelled' }, none, null],
    ['pending, and promised yesterday', { promisedOn: '2026-11-30', status: 'pending' }, none, 'late'],
  ])('%s', (_, facts, closed, risk) => {
    expect(riskOf(order(facts), stages, today, closed)).toBe(risk)
  })

  test('of a company without stages is late, and never at risk by its days', () => {
    expect(riskOf(order({ promisedOn: '2026-11-30' }), [], today, none)).toBe('late')
    expect(riskOf(order({ promisedOn: today }), [], today, none)).toBeNull()
  })

  const [newYork, auckland] = ['America/New_York', 'Pacific/Auckland'].map((zone) =>
    readZone(zone, '2026-01-01', '2027-12-31', () => ''),
  )
  test.each<[string, string, string, 'late' | null]>([
    ['2026-11-30', 'New York', '2026-12-01T04:59:00Z', null],
    ['2026-11-30', 'New York', '2026-12-01T05:00:00Z', 'late'],
    ['2026-11-30', 'Auckland', '2026-11-30T10:59:00Z', null],
    ['2026-11-30', 'Auckland', '2026-11-30T11:00:00Z', 'late'],
    // The night before the clocks change in spring, and the one after it, which is an hour shorter.
    ['2026-03-07', 'New York', '2026-03-08T04:59:00Z', null],
    ['2026-03-07', 'New York', '2026-03-08T05:00:00Z', 'late'],
    ['2026-03-08', 'New York', '2026-03-09T03:59:00Z', null],
    ['2026-03-08', 'New York', '2026-03-09T04:00:00Z', 'late'],
    ['2026-09-26', 'Auckland', '2026-09-26T11:59:00Z', null],
    ['2026-09-26', 'Auckland', '2026-09-26T12:00:00Z', 'late'],
    ['2026-09-27', 'Auckland', '2026-09-27T10:59:00Z', null],
    ['2026-09-27', 'Auckland', '2026-09-27T11:00:00Z', 'late'],
  ])('promised for %s is late from midnight on in %s: %s', (promisedOn, city, instant, risk) => {
    const { date } = wallClock(new Date(instant), city === 'Auckland' ? auckland! : newYork!)
    const facts = order({ promisedOn, stageId: 4, stageSince: '2026-01-01' })
    expect(riskOf(facts, stages, date, none)).toBe(risk)
  })
})

test.each<[string, Parameters<typeof isNotStarted>[0], boolean]>([
  ['paid', { status: 'paid', stageId: null, receivedCents: 100 }, true],
  ['paid and free', { status: 'paid', stageId: null, receivedCents: 0 }, true],
  ['pending with a deposit', { status: 'pending', stageId: null, receivedCents: 100 }, true],
  ['pending without', { status: 'pending', stageId: null, receivedCents: 0 }, false],
  ['paid and begun', { status: 'paid', stageId: 1, receivedCents: 100 }, false],
  ['sent', { status: 'shipped', stageId: null, receivedCents: 100 }, false],
  ['canceled', { status: 'cancelled', stageId: null, receivedCents: 100 }, false],
])('an order that is %s waits to be started: %#', (_, facts, waits) => {
  expect(isNotStarted(facts)).toBe(waits)
})

describe('the day to promise', () => {
  const full = (...mondays: string[]) => new Map(mondays.map((monday) => [monday, 2]))
  test.each<[string, ReadonlySet<string>, number | null, ReadonlyMap<string, number>, string]>([
    ['after all usual days', none, null, full(), '2027-01-07'],
    ['after a closing week', week, null, full(), '2027-01-11'],
    ['in a week with room', none, 2, full('2026-12-28'), '2027-01-07'],
    ['in the week after one that is full', none, 2, full('2027-01-04'), '2027-01-11'],
    ['after two that are full', none, 2, full('2027-01-04', '2027-01-11'), '2027-01-18'],
    ['on the first open day of that week', new Set(['2027-01-11']), 2, full('2027-01-04'), '2027-01-12'],
  ])('%s', (_, closed, capacity, promised, day) => {
    expect(dayToPromise(stages, today, closed, { capacity, promised })).toBe(day)
  })

  test('is none if no week has room', () => {
    expect(dayToPromise(stages, today, none, { capacity: 0, promised: new Map() })).toBeNull()
  })
})

test.each([
  ['2026-12-01', '2026-11-30'],
  ['2026-11-30', '2026-11-30'],
  ['2026-12-06', '2026-11-30'],
  ['2027-01-03', '2026-12-28'],
])('the week of %s begins on %s', (day, monday) => {
  expect(weekOf(day)).toBe(monday)
})
