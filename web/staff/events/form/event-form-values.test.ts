import { eventInput } from '@trunkshow/contract/events/schema.ts'
import { expect, test } from 'vitest'
import { countPlan, eventToSend, isInPast, valuesOf } from './event-form-values.ts'

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
