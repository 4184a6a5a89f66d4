import { describe, expect, test } from 'vitest'
import { readZone } from '../zones.ts'
import { countSync, planSync } from './rules.ts'

const event = {
  eventDate: '2027-04-16',
  endDate: '2027-04-17',
  isMultiDay: true,
  startTime: '10:00',
  endTime: '11:30',
  slotDuration: 30,
}

let lastId = 0
function slot(slotDate: string, startTime: string, endTime: string, everBooked = false) {
  lastId += 1
  return { id: lastId, slotDate, startTime, endTime, everBooked }
}
const firstDay = [
  slot('2027-04-16', '10:00', '10:30'),
  slot('2027-04-16', '10:30', '11:00'),
  slot('2027-04-16', '11:00', '11:30'),
]
const newYork = readZone('America/New_York', '2000-01-01', '2100-01-01')
const timesOf = (slots: { slotDate: string; startTime: string }[]) =>
  slots.map(({ slotDate, startTime }) => `${slotDate} ${startTime}`)

describe('"Match slots to event hours"', () => {
  test('adds the slots of a day the event has gained', () => {
    const plan = planSync(event, firstDay, newYork)
    expect(timesOf(plan.missing)).toEqual(['2027-04-17 10:00', '2027-04-17 10:30', '2027-04-17 11:00'])
    expect(countSync(plan)).toEqual({
      added: 3,
      removed: 0,
      kept: 0,
      days: [{ slotDate: '2027-04-17', added: 3, removed: 0 }],
    })
  })

  test('removes what lies outside and was never booked, and keeps what was', () => {
    const early = slot('2027-04-16', '09:00', '10:00')
    const late = slot('2027-04-16', '11:30', '12:00', true)
    const before = slot('2027-04-15', '10:00', '10:30')
    const plan = planSync({ ...event, isMultiDay: false }, [...firstDay, early, late, before], newYork)
    expect(plan.surplus).toEqual([early, before])
    expect(countSync(plan)).toEqual({
      added: 0,
      removed: 2,
      kept: 1,
      days: [
        { slotDate: '2027-04-15', added: 0, removed: 1 },
        { slotDate: '2027-04-16', added: 0, removed: 1 },
      ],
    })
  })

  test('adds no time that a slot covers in part, and none once it has run', () => {
    const long = slot('2027-04-16', '10:15', '10:45')
    const plan = planSync({ ...event, isMultiDay: false }, [long], newYork)
    expect(timesOf(plan.missing)).toEqual(['2027-04-16 11:00'])
    expect(planSync({ ...event, isMultiDay: false }, firstDay, newYork)).toEqual({
      missing: [],
      surplus: [],
      kept: [],
    })
  })

  test('leaves the length of slots as it is when the event takes another one', () => {
    const plan = planSync({ ...event, isMultiDay: false, slotDuration: 15 }, firstDay, newYork)
    expect(plan.missing).toEqual([])
  })
})
