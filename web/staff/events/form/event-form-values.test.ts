import { eventInput } from '@trunkshow/contract/events/schema.ts'
import { expect, test } from 'vitest'
import { countPlan, datesOf, eventToSend, isInPast, valuesOf, valuesOfCopy } from './event-form-values.ts'

const newEvent = valuesOf()
const day = { ...newEvent, eventDate: '2027-04-16', startTime: '10:00', endTime: '16:00' }
const days = { ...day, isMultiDay: true, endDate: '2027-04-18' }

test('the form starts with the defaults of a new event', () => {
  const typed = { ...day, name: 'Spring', hostName: 'Anna' }
  expect(eventInput.parse(typed)).toMatchObject({
    slotDuration: 30,
    maxBookingsPerSlot: 2,
    isMultiDay: false,
    showLocation: true,
    contactEmail: null,
    endDate: null,
    urlSlug: null,
  })
})

test('the plan counts slots and spots of every day, once dates and hours are valid', () => {
  expect(countPlan(day)).toEqual({ days: 1, slots: 12, places: 24 })
  expect(countPlan(days)).toEqual({ days: 3, slots: 36, places: 72 })
  expect(countPlan({ ...day, eventDate: '2027-03-14', startTime: '01:00', endTime: '04:00' })?.slots).toBe(4)
  expect(countPlan({ ...days, endDate: '2029-04-18' })).toBeNull()
  expect(countPlan({ ...day, endTime: '10:20' })).toEqual({ days: 1, slots: 0, places: 0 })
  expect(countPlan({ ...day, endTime: '09:00' })).toBeNull()
  expect(countPlan({ ...days, endDate: '2027-04-15' })).toBeNull()
  expect(countPlan(newEvent)).toBeNull()
})

test('the plan follows breaks, buffers, other lengths and the hours of single days, once they are filled in', () => {
  const lunch = { startTime: '12:00', endTime: '13:00' }
  expect(countPlan({ ...day, slotDuration: '90', bufferAfter: '15' })?.slots).toBe(3)
  expect(countPlan({ ...day, breaks: [lunch, { startTime: '14:00', endTime: '' }] })?.slots).toBe(10)
  const closed = { date: '2027-04-17', isClosed: true, startTime: '10:00', endTime: '' }
  const late = { date: '2027-04-18', isClosed: false, startTime: '14:00', endTime: '16:00' }
  expect(countPlan({ ...days, dayHours: [closed, late] })).toEqual({ days: 3, slots: 16, places: 32 })
  for (const slotDuration of ['', '0', 'an hour', '4'])
    expect(countPlan({ ...day, slotDuration }), slotDuration).toBeNull()
})

test('days with other hours are those of the event, if it lasts several', () => {
  expect(datesOf(days)).toEqual(['2027-04-16', '2027-04-17', '2027-04-18'])
  expect(datesOf(day)).toEqual([])
  expect(datesOf({ ...days, endDate: '2027-04-15' })).toEqual([])
})

test('a new event has the company’s name as host, and a copy nothing of single dates', () => {
  expect(valuesOf(undefined, 'Maison Vale').hostName).toBe('Maison Vale')
  const dayHours = [{ date: '2027-04-18', isClosed: true, startTime: '00:00', endTime: '00:00' }]
  const event = {
    ...eventInput.parse({ ...day, name: 'Spring', hostName: 'Anna' }),
    dayHours,
    bookUntil: '2027-04-01',
  }
  expect(valuesOf(event as never)).toMatchObject({
    // Without the times of a closed day, which would be open all day if it were opened.
    dayHours: [{ date: '2027-04-18', isClosed: true, startTime: '', endTime: '' }],
    bookUntil: '2027-04-01',
  })
  expect(valuesOfCopy(event as never)).toMatchObject({ dayHours: [], bookUntil: '' })
})

test('a draft is sent as hidden, and so not active', () => {
  const draft = { ...day, name: 'Spring', hostName: 'Anna', isHidden: true }
  expect(eventToSend(draft, newEvent).body).toMatchObject({ isHidden: true, isActive: false })
})

test('an event is past by its last day, then by its hours', () => {
  expect(isInPast(days, new Date('2027-04-18T15:59:00-04:00'))).toBe(false)
  expect(isInPast(days, new Date('2027-04-18T16:00:00-04:00'))).toBe(true)
  expect(isInPast({ ...newEvent, eventDate: '2027-04-16' }, new Date('2027-04-17T00:00:00-04:00'))).toBe(true)
  expect(isInPast(newEvent, new Date('2027-04-17T00:00:00-04:00'))).toBe(false)
})

test('what is sent has an end date only for several days, and visibility only while editing', () => {
  const created = eventToSend({ ...day, name: 'Spring', hostName: 'Anna', endDate: '2027-04-18' }, newEvent)
  expect(created.body).toMatchObject({ name: 'Spring', slotDuration: 30 })
  expect(JSON.parse(JSON.stringify(created.body))).not.toHaveProperty('endDate')
  expect(JSON.parse(JSON.stringify(created.body))).not.toHaveProperty('isActive')
  const edited = { ...days, name: 'Spring', hostName: 'Anna', isPublic: true, isActive: false }
  expect(eventToSend(edited, edited).body).toMatchObject({
    endDate: '2027-04-18',
    isPublic: true,
    isActive: false,
  })
})

test('selected images are uploaded, and removed ones are deleted', () => {
  const stored = { ...day, name: 'Spring', hostName: 'Anna', logo: '/a.webp', banner: '/b.webp' }
  const banner = new File(['x'], 'b.png', { type: 'image/png' })
  expect(eventToSend(stored, stored).files).toEqual({})
  expect(eventToSend(stored, stored).body).not.toHaveProperty('removeLogo')
  const changed = eventToSend({ ...stored, logo: null, banner }, stored)
  expect(changed.files).toEqual({ banner })
  expect(changed.body).toMatchObject({ removeLogo: true })
  expect(changed.body).not.toHaveProperty('removeBanner')
})
