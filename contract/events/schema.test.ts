import { describe, expect, test } from 'vitest'
import { eventMessages } from './messages.ts'
import { eventInput } from './schema.ts'

const least = {
  name: 'Spring Show',
  hostName: 'Maison Vale',
  eventDate: '2027-04-16',
  startTime: '10:00',
  endTime: '12:00',
}

/** Field to first message for what the form rejects. */
function refusals(changes: Record<string, unknown>) {
  const { error } = eventInput.safeParse({ ...least, ...changes })
  const fields: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) fields[path.join('.')] ??= message
  return fields
}

function accepted(changes: Record<string, unknown> = {}) {
  return eventInput.parse({ ...least, ...changes })
}

test('each mistake has its own sentence', () => {
  expect(eventMessages).toMatchObject({
    nameRequired: 'Event name is required',
    hostNameRequired: 'Host name is required',
    contactEmailInvalid: 'Must be a valid email address',
    eventDateRequired: 'Event date is required',
    startTimeRequired: 'Start time is required',
    endTimeRequired: 'End time is required',
    endTimeBeforeStart: 'End time must be after start time',
    endDateRequired: 'End date is required for multi-day events',
    endDateBeforeStart: 'End date must be on or after start date',
    slugCharacters: 'Custom URL can only contain letters, numbers, hyphens, and underscores',
    slugTooLong: 'Custom URL must be 50 characters or less',
  })
})

describe('the event form fills in', () => {
  test('what was left out', () => {
    const event = accepted()
    expect(event).toMatchObject({
      ...least,
      description: '',
      location: '',
      showLocation: true,
      isMultiDay: false,
      endDate: null,
      slotDuration: 30,
      maxBookingsPerSlot: 2,
    })
    expect(event.contactEmail ?? null).toBeNull()
    expect(event.urlSlug ?? null).toBeNull()
    expect([event.isPublic, event.isActive]).toEqual([undefined, undefined])
  })

  test.each([
    [{ name: '  Spring  ' }, { name: 'Spring' }],
    [{ endTime: '00:00' }, { endTime: '24:00' }],
    [{ endTime: '24:00' }, { endTime: '24:00' }],
    [
      { startTime: '00:00', endTime: '00:00' },
      { startTime: '00:00', endTime: '24:00' },
    ],
    [{ description: ' soft \n' }, { description: 'soft' }],
    [
      { slotDuration: '5', maxBookingsPerSlot: '50' },
      { slotDuration: 5, maxBookingsPerSlot: 50 },
    ],
    [{ slotDuration: 480 }, { slotDuration: 480 }],
    [
      {
        breaks: '[{"startTime":"23:00","endTime":"00:00"}]',
        daysAhead: '',
        bookUntil: ' ',
        noticeMinutes: '90',
      },
      {
        breaks: [{ startTime: '23:00', endTime: '24:00' }],
        daysAhead: null,
        bookUntil: null,
        noticeMinutes: 90,
      },
    ],
    [
      { dayHours: [{ date: '2027-04-16', isClosed: 'true', startTime: '10:00', endTime: '' }] },
      { dayHours: [{ date: '2027-04-16', isClosed: true, startTime: '00:00', endTime: '00:00' }] },
    ],
    [
      { dayHours: [{ date: '2027-04-16', startTime: '10:00', endTime: '00:00' }] },
      { dayHours: [{ date: '2027-04-16', isClosed: false, startTime: '10:00', endTime: '24:00' }] },
    ],
    // A draft is not active, and an active event is not hidden.
    [
      { isHidden: true, isActive: true },
      { isHidden: true, isActive: false },
    ],
    [{ isHidden: false }, { isHidden: false }],
    [{ isActive: true }, { isActive: true, isHidden: false }],
    [
      { slotDuration: '45', maxBookingsPerSlot: '5' },
      { slotDuration: 45, maxBookingsPerSlot: 5 },
    ],
    [
      { slotDuration: 15, maxBookingsPerSlot: 1 },
      { slotDuration: 15, maxBookingsPerSlot: 1 },
    ],
    [
      { isPublic: false, isActive: 'false' },
      { isPublic: false, isActive: false },
    ],
    [
      { showLocation: 'true', isMultiDay: 'false' },
      { showLocation: true, isMultiDay: false },
    ],
    [
      { contactEmail: '', urlSlug: ' ' },
      { contactEmail: null, urlSlug: null },
    ],
    [{ contactEmail: ' hello@vale.test ' }, { contactEmail: 'hello@vale.test' }],
    [{ urlSlug: ' Spring_Show-27 ' }, { urlSlug: 'Spring_Show-27' }],
    [
      { isMultiDay: 'true', endDate: '2027-04-18' },
      { isMultiDay: true, endDate: '2027-04-18' },
    ],
    [{ isMultiDay: true, endDate: '2027-04-16' }, { endDate: '2027-04-16' }],
    [{ isMultiDay: false, endDate: '2027-04-10' }, { endDate: null }],
    [{ eventDate: '2028-02-29' }, { eventDate: '2028-02-29' }],
    [{ eventDate: '2001-01-01' }, { eventDate: '2001-01-01' }],
  ])('%j', (typed, event) => {
    expect(accepted(typed)).toMatchObject(event)
  })
})

describe('the event form refuses', () => {
  test('an empty form with a sentence at every required field', () => {
    const nothing = { name: '', hostName: ' ', eventDate: '', startTime: '', endTime: '' }
    const sentences = {
      name: 'Event name is required',
      hostName: 'Host name is required',
      eventDate: 'Event date is required',
      startTime: 'Start time is required',
      endTime: 'End time is required',
    }
    expect(refusals(nothing)).toEqual(sentences)
    expect(refusals(Object.fromEntries(Object.keys(least).map((field) => [field, undefined])))).toEqual(
      sentences,
    )
    expect(refusals(Object.fromEntries(Object.keys(least).map((field) => [field, null])))).toEqual(sentences)
  })

  test.each([
    [{ name: 'x'.repeat(201) }, 'name', 'Event name must be 200 characters or less'],
    [{ hostName: 'x'.repeat(201) }, 'hostName', 'Host name must be 200 characters or less'],
    [{ description: 'x'.repeat(5001) }, 'description', 'Description must be 5,000 characters or less'],
    [{ location: 'x'.repeat(301) }, 'location', 'Location must be 300 characters or less'],
    [{ contactEmail: 'hello' }, 'contactEmail', 'Must be a valid email address'],
    [{ contactEmail: 'a@b@c.test' }, 'contactEmail', 'Must be a valid email address'],
    [{ contactEmail: `${'x'.repeat(320)}@vale.test` }, 'contactEmail', 'Must be a valid email address'],
    [{ eventDate: '04/16/2027' }, 'eventDate', 'Enter a date as yyyy-MM-dd'],
    [{ eventDate: '2027-02-29' }, 'eventDate', 'Enter a date as yyyy-MM-dd'],
    [{ startTime: '9:00' }, 'startTime', 'Enter a time as HH:mm'],
    [{ startTime: '24:00' }, 'startTime', 'Enter a time as HH:mm'],
    [{ endTime: '24:15' }, 'endTime', 'Enter a time as HH:mm'],
    [{ endTime: '12:00 PM' }, 'endTime', 'Enter a time as HH:mm'],
    [{ endTime: '10:00' }, 'endTime', 'End time must be after start time'],
    [{ endTime: '09:59' }, 'endTime', 'End time must be after start time'],
    [{ isMultiDay: true }, 'endDate', 'End date is required for multi-day events'],
    [{ isMultiDay: 'true', endDate: '' }, 'endDate', 'End date is required for multi-day events'],
    [{ isMultiDay: true, endDate: '2027-04-15' }, 'endDate', 'End date must be on or after start date'],
    [{ isMultiDay: true, endDate: '2027-04-31' }, 'endDate', 'Enter a date as yyyy-MM-dd'],
    [{ slotDuration: 4 }, 'slotDuration', 'Enter 5 to 480 minutes'],
    [{ slotDuration: '0' }, 'slotDuration', 'Enter 5 to 480 minutes'],
    [{ slotDuration: 'half an hour' }, 'slotDuration', 'Enter 5 to 480 minutes'],
    [{ slotDuration: '' }, 'slotDuration', 'Enter 5 to 480 minutes'],
    [{ slotDuration: null }, 'slotDuration', 'Enter 5 to 480 minutes'],
    [{ maxBookingsPerSlot: 0 }, 'maxBookingsPerSlot', 'Enter 1 to 50 bookings per slot'],
    [{ maxBookingsPerSlot: '51' }, 'maxBookingsPerSlot', 'Enter 1 to 50 bookings per slot'],
    [{ maxBookingsPerSlot: 1.5 }, 'maxBookingsPerSlot', 'Enter 1 to 50 bookings per slot'],
    [{ maxBookingsPerSlot: true }, 'maxBookingsPerSlot', 'Enter 1 to 50 bookings per slot'],
    [{ bufferAfter: 241 }, 'bufferAfter', 'Enter 0 to 240 minutes'],
    [{ bufferBefore: -1e9 }, 'bufferBefore', 'Enter 0 to 240 minutes'],
    [{ breaks: 'lunch' }, 'breaks', 'Check the breaks'],
    [{ breaks: [{ startTime: '', endTime: '14:00' }] }, 'breaks.0.startTime', 'Start time is required'],
    [
      { breaks: [{ startTime: '14:00', endTime: '14:00' }] },
      'breaks.0.endTime',
      'End time must be after start time',
    ],
    [
      { breaks: Array(11).fill({ startTime: '13:00', endTime: '14:00' }) },
      'breaks',
      'An event can have up to 10 breaks',
    ],
    [{ dayHours: [{ date: '', isClosed: true }] }, 'dayHours.0.date', 'Choose a day'],
    [
      { dayHours: [{ date: '2027-04-16', startTime: '14:00' }] },
      'dayHours.0.endTime',
      'End time is required',
    ],
    [
      { dayHours: [{ date: '2027-04-16', startTime: '-9999999:00', endTime: '14:00' }] },
      'dayHours.0.startTime',
      'Enter a time as HH:mm',
    ],
    [
      { dayHours: [{ date: '2027-04-16', startTime: '14:00', endTime: '13:00' }] },
      'dayHours.0.endTime',
      'End time must be after start time',
    ],
    [
      { dayHours: Array(2).fill({ date: '2027-04-16', isClosed: true }) },
      'dayHours.1.date',
      'This day is listed twice',
    ],
    [{ noticeMinutes: 43_201 }, 'noticeMinutes', 'Enter a notice of up to 30 days'],
    [{ daysAhead: 0 }, 'daysAhead', 'Enter 1 to 366 days'],
    [{ bookUntil: 'Friday' }, 'bookUntil', 'Enter a date as yyyy-MM-dd'],
    [{ urlSlug: 'x'.repeat(51) }, 'urlSlug', 'Custom URL must be 50 characters or less'],
    [
      { urlSlug: 'spring show' },
      'urlSlug',
      'Custom URL can only contain letters, numbers, hyphens, and underscores',
    ],
    [{ urlSlug: 'été' }, 'urlSlug', 'Custom URL can only contain letters, numbers, hyphens, and underscores'],
    [
      { urlSlug: '../api' },
      'urlSlug',
      'Custom URL can only contain letters, numbers, hyphens, and underscores',
    ],
    [{ urlSlug: '2027' }, 'urlSlug', 'Custom URL needs at least one letter'],
    [{ urlSlug: 'Admin' }, 'urlSlug', 'This custom URL is reserved. Please choose another.'],
  ])('%j', (typed, field, sentence) => {
    expect(refusals(typed)).toEqual({ [field]: sentence })
  })

  test('hours and days that are both wrong with a sentence for each', () => {
    expect(refusals({ endTime: '08:00', isMultiDay: true })).toEqual({
      endTime: 'End time must be after start time',
      endDate: 'End date is required for multi-day events',
    })
  })

  test('wrong hours and days together with other invalid fields', () => {
    const typed = { name: '', slotDuration: 481, endTime: '08:00', isMultiDay: true, endDate: '2027-04-15' }
    expect(refusals(typed)).toEqual({
      name: 'Event name is required',
      slotDuration: 'Enter 5 to 480 minutes',
      endTime: 'End time must be after start time',
      endDate: 'End date must be on or after start date',
    })
  })

  test.each([
    ['startTime', '', 'Start time is required'],
    ['startTime', undefined, 'Start time is required'],
    ['endTime', '', 'End time is required'],
    ['endTime', '25:00', 'Enter a time as HH:mm'],
  ])('an end date before the start, also where %s is %j', (field, typed, sentence) => {
    expect(refusals({ isMultiDay: true, endDate: '2027-04-15', [field]: typed })).toEqual({
      [field]: sentence,
      endDate: 'End date must be on or after start date',
    })
  })

  test('hours in the wrong order, also without an event date', () => {
    expect(refusals({ eventDate: '', endTime: '08:00' })).toEqual({
      eventDate: 'Event date is required',
      endTime: 'End time must be after start time',
    })
  })

  test('anything that is not a form, with one sentence', () => {
    for (const typed of [null, 5, [], 'form'])
      expect(eventInput.safeParse(typed).error?.issues).toHaveLength(1)
  })

  test('but not a slug of 50 characters', () => {
    expect(refusals({ urlSlug: 'x'.repeat(50) })).toEqual({})
  })
})

describe('the length of an event', () => {
  const year = { eventDate: '2028-01-01', isMultiDay: true, startTime: '10:00', endTime: '12:00' }

  test('is at most 366 days, a whole leap year', () => {
    expect(refusals({ ...year, endDate: '2028-12-31' })).toEqual({})
    expect(refusals({ ...year, endDate: '2029-01-01' })).toEqual({
      endDate: 'An event can last at most 366 days',
    })
  })

  test('and its hours make at most 10,000 time slots', () => {
    // 40 slots a day in 10 hours: 250 days have 10,000 slots, 251 have 10,040.
    const long = { ...year, startTime: '10:00', endTime: '20:00', slotDuration: 15 }
    expect(refusals({ ...long, endDate: '2028-09-06' })).toEqual({})
    expect(refusals({ ...long, endDate: '2028-09-07' })).toEqual({
      endDate:
        'These dates and hours create more than 10,000 time slots. Shorten the event or lengthen the appointments.',
    })
  })
})
