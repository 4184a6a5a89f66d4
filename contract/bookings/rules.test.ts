import { describe, expect, test } from 'vitest'
import type { Asked } from '../events/rules.ts'
import type { FieldType } from '../templates/schema.ts'
import { readZone, wallToInstant } from '../zones.ts'
import {
  answerText,
  appointmentsOf,
  attendanceLabels,
  bookingCan,
  checkGuestAnswers,
  countAppointments,
  hasStarted,
  hourlyNetworkLimit,
  peopleOf,
  questionField,
  spotsOf,
} from './rules.ts'
import { bookSlotInput, gatherAnswers, rescheduleInput } from './schema.ts'

const slot = { slotDate: '2027-04-16', startTime: '10:30' }
const active = { ...slot, status: 'active' } as const
const canceled = { ...slot, status: 'cancelled' } as const

const newYork = readZone('America/New_York', '2000-01-01', '2100-01-01')
const at = ({ date, time }: { date: string; time: string }) => wallToInstant(date, time, newYork)
const already = 'This booking is already canceled.'
const started = 'This appointment has already started, so it can’t be changed.'

describe('a booking', () => {
  test.each([
    ['the day before', active, { date: '2027-04-15', time: '23:59' }, null],
    ['earlier that day', active, { date: '2027-04-16', time: '10:29' }, null],
    ['as it starts', active, { date: '2027-04-16', time: '10:30' }, started],
    ['later that day', active, { date: '2027-04-16', time: '18:00' }, started],
    ['early the next day', active, { date: '2027-04-17', time: '00:00' }, started],
    ['canceled, before', canceled, { date: '2027-04-15', time: '10:00' }, already],
    ['canceled, after', canceled, { date: '2027-04-17', time: '10:00' }, already],
  ])('is moved, or canceled by its guest, %s', (_when, booking, now, reason) => {
    expect(bookingCan.reschedule(booking, newYork, at(now))).toBe(reason)
    expect(bookingCan.cancelByVisitor(booking, newYork, at(now))).toBe(reason)
    if (booking === active) expect(hasStarted(slot, newYork, at(now))).toBe(reason === started)
  })

  test('is canceled by the host at any time, but only once', () => {
    expect(bookingCan.cancel(active)).toBeNull()
    expect(bookingCan.cancel(canceled)).toBe(already)
  })
})

function refusals(typed: unknown) {
  const fields: Record<string, string> = {}
  for (const { path, message } of bookSlotInput.safeParse(typed).error?.issues ?? [])
    fields[path.join('.')] ??= message
  return fields
}

describe('the booking form', () => {
  test.each([
    [{}, { attendeeName: 'Name is required', attendeeEmail: 'Invalid email address' }],
    [
      { attendeeName: null, attendeeEmail: 5 },
      { attendeeName: 'Name is required', attendeeEmail: 'Invalid email address' },
    ],
    [{ attendeeName: ' ', attendeeEmail: 'g@mail.test' }, { attendeeName: 'Name is required' }],
    [
      { attendeeName: 'x'.repeat(101), attendeeEmail: 'g@mail.test' },
      { attendeeName: 'Name must be 100 characters or less' },
    ],
    [{ attendeeName: 'Grace', attendeeEmail: ' ' }, { attendeeEmail: 'Enter your email.' }],
    [{ attendeeName: 'Grace', attendeeEmail: 'grace@' }, { attendeeEmail: 'Invalid email address' }],
    [
      { attendeeName: 'Grace', attendeeEmail: 'a@mail.test, b@mail.test' },
      { attendeeEmail: 'Invalid email address' },
    ],
    [
      { attendeeName: 'Grace', attendeeEmail: 'a@mail.test\r\nBcc: b@mail.test' },
      { attendeeEmail: 'Invalid email address' },
    ],
    [
      { attendeeName: 'Grace', attendeeEmail: `${'x'.repeat(320)}@mail.test` },
      { attendeeEmail: 'Invalid email address' },
    ],
  ])('refuses %j', (typed, fields) => {
    expect(refusals(typed)).toEqual(fields)
  })

  test.each([
    [' Grace Okafor ', ' grace@mail.test ', 'Grace Okafor', 'grace@mail.test'],
    ['x'.repeat(100), 'x+tag@sub.mail.test', 'x'.repeat(100), 'x+tag@sub.mail.test'],
    ['נועה לוי', 'noa@mail.test', 'נועה לוי', 'noa@mail.test'],
  ])('takes %j, %j', (attendeeName, attendeeEmail, name, email) => {
    expect(bookSlotInput.parse({ attendeeName, attendeeEmail })).toEqual({
      attendeeName: name,
      attendeeEmail: email,
      partySize: 1,
    })
  })

  test.each([[3], ['3']])('takes a party of %j', (partySize) => {
    const guest = { attendeeName: 'Grace', attendeeEmail: 'grace@mail.test' }
    expect(bookSlotInput.parse({ ...guest, partySize }).partySize).toBe(3)
  })

  test.each([[0], [-1], [1.5], [''], ['many'], [null], [1001]])('refuses a party of %j', (partySize) => {
    const guest = { attendeeName: 'Grace', attendeeEmail: 'grace@mail.test' }
    expect(refusals({ ...guest, partySize })).toEqual({ partySize: 'Choose your party size.' })
  })
})

test.each([
  [true, 1, 1],
  [true, 3, 3],
  [true, 10, 10],
  [false, 1, 1],
  [false, 3, 1],
  [false, 10, 1],
])('where each person takes a spot: %s, a party of %i takes %i', (spotPerGuest, partySize, spots) => {
  expect(spotsOf({ spotPerGuest }, partySize)).toBe(spots)
})

test('one network can book a quarter of the spots in an hour, at least 6', () => {
  expect(hourlyNetworkLimit).toEqual({ minimum: 6, share: 4 })
})

test('the desk marks guests in words', () => {
  expect(attendanceLabels).toEqual({ arrived: 'Arrived', no_show: 'No-show' })
})

test.each([
  [1, '1 person'],
  [2, '2 people'],
  [10, '10 people'],
])('a party of %i is %s', (partySize, words) => {
  expect(peopleOf(partySize)).toBe(words)
})

test.each([
  [0, 0, '0 appointments'],
  [1, 1, '1 appointment'],
  [1, 2, '1 appointment (2 guests)'],
  [1200, 1200, '1,200 appointments'],
  [1200, 1301, '1,200 appointments (1,301 guests)'],
])('%i appointments for %i guests are %s', (count, guests, words) => {
  expect(countAppointments(count, guests)).toBe(words)
})

test('appointments are counted apart from the guests they are for', () => {
  const counted = (...sizes: number[]) => appointmentsOf(sizes.map((partySize) => ({ partySize })))
  expect([counted(), counted(1), counted(1, 1), counted(3), counted(2, 1000)]).toEqual([
    '0 appointments',
    '1 appointment',
    '2 appointments',
    '1 appointment (3 guests)',
    '2 appointments (1,002 guests)',
  ])
})

describe('a move', () => {
  test.each([
    [7, 7],
    ['7', 7],
  ])('goes to the slot %j', (newTimeSlotId, id) => {
    expect(rescheduleInput.parse({ newTimeSlotId })).toEqual({ newTimeSlotId: id })
  })

  test.each([[undefined], [null], [''], ['seven'], [1.5], ['1e3'], [' 7 '], [-7]])(
    'to %j names no slot',
    (newTimeSlotId) => {
      const { error } = rescheduleInput.safeParse({ newTimeSlotId })
      expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
        ['newTimeSlotId', 'No time slot selected'],
      ])
    },
  )
})

describe('answers of a guest', () => {
  const question = (id: string, type: FieldType, required = false) => ({
    id,
    label: id.toUpperCase(),
    type,
    options: [],
    required,
    placeholder: '',
    archived: false,
  })
  const asked: Asked = {
    phoneQuestion: 'optional',
    questions: [
      question('size', 'number', true),
      question('venue', 'attachment', true),
      question('new', 'checkbox'),
    ],
    questionsVersion: 1,
  }

  test.each([
    ['text', 0, 'answers.size'],
    ['checkbox', 4, 'answers.size'],
    ['attachment', 0, 'photo_0'],
    ['attachment', 4, 'photo_4'],
  ] as const)('to a %s at %i have the field %s', (type, position, name) => {
    expect(questionField({ id: 'size', type }, position)).toBe(name)
  })

  test.each([
    ['checkbox', true, 'Yes'],
    ['number', '38', '38'],
    ['attachment', 'gown.jpg', 'gown.jpg'],
    ['date', '2027-06-05', 'June 5, 2027'],
    ['text', '2027-06-05', '2027-06-05'],
  ] as const)('to a %s, %j is shown as %s', (type, answer, text) => {
    expect(answerText({ answer, type })).toBe(text)
  })

  test.each([
    ['off', undefined, null, undefined],
    ['off', '1'.repeat(51), null, undefined],
    ['optional', undefined, null, undefined],
    ['optional', ' 212 555 0100 ', '212 555 0100', undefined],
    ['optional', '1'.repeat(50), '1'.repeat(50), undefined],
    ['optional', '1'.repeat(51), '1'.repeat(51), 'Phone must be 50 characters or less'],
    ['required', ' ', null, 'Phone number is required'],
    ['required', '1', '1', undefined],
  ] as const)('with the phone %s, typed as %j, have the phone %j', (phoneQuestion, typed, phone, problem) => {
    const checked = checkGuestAnswers({ ...asked, questions: [], phoneQuestion }, { phone: typed }, [])
    expect([checked.phone, checked.fields.phone]).toEqual([phone, problem])
  })

  test('have their messages at the names of the fields, a photo at its position', () => {
    expect(checkGuestAnswers({ ...asked, phoneQuestion: 'required' }, {}, []).fields).toEqual({
      phone: 'Phone number is required',
      'answers.size': 'SIZE is required',
      photo_1: 'VENUE is required',
    })
    const { fields } = checkGuestAnswers(asked, { phone: '1'.repeat(51), answers: { size: 'M' } }, [
      'photo_1',
    ])
    expect(fields).toEqual({
      phone: 'Phone must be 50 characters or less',
      'answers.size': 'Enter a number',
    })
  })

  test('are kept in the order of the questions, without empty ones and those not asked', () => {
    const answers = { new: false, old: 'x', size: ' 38 ' }
    expect(checkGuestAnswers(asked, { phone: ' ', answers }, ['photo_1'])).toEqual({
      phone: null,
      answers: [{ id: 'size', label: 'SIZE', type: 'number', answer: '38' }],
      fields: {},
    })
    expect(
      checkGuestAnswers({ ...asked, phoneQuestion: 'off' }, { phone: '1', answers }, []).phone,
    ).toBeNull()
  })

  test('come as one field each in a plain form', () => {
    expect(gatherAnswers({ phone: '1', 'answers.size': '38', 'answers.new': 'true' })).toEqual({
      phone: '1',
      answers: { size: '38', new: 'true' },
    })
    expect([
      gatherAnswers({ answers: { size: '38' } }),
      gatherAnswers(undefined),
      gatherAnswers([1]),
    ]).toEqual([{ answers: { size: '38' } }, undefined, [1]])
  })
})
