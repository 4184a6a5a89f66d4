import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { describe, expect, test } from 'vitest'
import { startEvent, startTemplate } from './use-order-form.ts'

const template = (id: number) => ({ id, templateName: `Form ${id}` }) as Template

describe('the template of a new order', () => {
  test.each([
    ['the only one', [5], {}, 5],
    ['the only one, even if another was selected last', [5], { templateId: 6 }, 5],
    ['the last one of several', [5, 6], { templateId: 6 }, 6],
    ['none of several', [5, 6], {}, undefined],
    ['none if the last one is archived', [5, 6], { templateId: 7 }, undefined],
  ])('is %s', (_which, offered, last, expected) => {
    expect(startTemplate(offered.map(template), last).template?.id).toBe(expected)
  })
})

describe('the event of a new order', () => {
  const zone = (hours: number) => [{ from: 0, offset: hours * 60, name: 'X' }]
  const event = (id: number, eventDate: string, changes: Partial<Event> = {}) =>
    ({ id, eventDate, endDate: null, isMultiDay: false, isActive: true, zone: zone(0), ...changes }) as Event
  const now = new Date('2027-04-16T02:00:00Z')
  const today = '2027-04-16'
  const yesterday = event(1, '2027-04-15')
  const show = event(2, today)
  const of = (events: Event[], last = {}) => {
    const { event, date } = startEvent(events, last, now, today)
    return [event?.id, date]
  }

  test('is the only one that is on today, with that day', () => {
    expect(of([yesterday, show])).toEqual([2, today])
    expect(of([yesterday])).toEqual([undefined, undefined])
    expect(of([show, event(3, today)])).toEqual([undefined, undefined])
    expect(of([show, event(3, today, { isActive: false })])).toEqual([2, today])
    const tour = event(3, '2027-04-14', { isMultiDay: true, endDate: '2027-04-17' })
    expect(of([tour])).toEqual([3, today])
  })

  test('is on today by the clock of its venue', () => {
    const west = event(1, '2027-04-15', { zone: zone(-7) })
    expect(of([west])).toEqual([1, '2027-04-15'])
    expect(of([event(1, today, { zone: zone(-7) })])).toEqual([undefined, undefined])
  })

  test('is the one selected last, or none, until that day ends', () => {
    const last = (eventId: number | null, eventChosenOn = today) => ({ eventId, eventChosenOn })
    expect(of([yesterday, show], last(1))).toEqual([1, undefined])
    expect(of([yesterday, show], last(null))).toEqual([undefined, undefined])
    expect(of([yesterday, show], last(9))).toEqual([undefined, undefined])
    expect(of([yesterday, show], last(1, '2027-04-15'))).toEqual([2, today])
  })
})
