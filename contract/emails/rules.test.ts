import { describe, expect, test } from 'vitest'
import {
  CONFIRMATION_DAYS,
  type EmailAudience,
  type EmailKind,
  type EmailReader,
  type EmailType,
  emailAudiences,
  emailKinds,
  emailReaders,
  emailTypes,
  failuresWithoutReply,
  guestEmailTypes,
  RESENDS_PER_DAY,
  scheduledEmailTypes,
  typesOfKind,
  typesReadBy,
} from './rules.ts'

const toGuests: EmailType[] = [
  'booking_confirmation',
  'booking_reminder',
  'booking_reminder_soon',
  'booking_rescheduled',
  'booking_party_changed',
  'booking_cancelled',
  'waitlist_joined',
  'waitlist_offer',
  'guest_message',
]
const ofAccounts: EmailType[] = [
  'data_request_notice',
  'invitation',
  'co_host_invitation',
  'email_confirmation',
  'contact_confirmation',
  'password_reset',
  'password_changed',
  'email_changed',
]

describe('emails are read', () => {
  const every = Object.keys(emailTypes) as EmailType[]
  test.each<[EmailReader, EmailType[]]>([
    // Thanks list orders, and notices name guests of other events.
    ['co-hosts', toGuests],
    ['company', every.filter((type) => !ofAccounts.includes(type))],
    ['admins', every],
  ])('by %s', (reader, types) => {
    expect(typesReadBy(reader).sort()).toEqual([...types].sort())
  })

  test('by a weaker reader only if also by a stronger one', () => {
    const [least, middle, most] = emailReaders.map(typesReadBy)
    expect(middle).toEqual(expect.arrayContaining(least!))
    expect(most).toEqual(expect.arrayContaining(middle!))
  })
})

describe('the list of emails filters by', () => {
  const kinds: Record<EmailKind, EmailType[]> = {
    confirmation: ['booking_confirmation'],
    reminder: ['booking_reminder', 'booking_reminder_soon', 'booking_thanks'],
    change: ['booking_rescheduled', 'booking_party_changed'],
    cancellation: ['booking_cancelled'],
    waitlist: ['waitlist_joined', 'waitlist_offer'],
    payment: [
      'payment_request',
      'payment_receipt',
      'proposal',
      'proposal_approved',
      'proposal_code',
      'stage_begun',
    ],
    message: ['guest_message', 'guest_message_test'],
    notice: [
      'making_news',
      'stage_begun_notice',
      'proposal_answered',
      'booking_notice',
      'booking_rescheduled_notice',
      'booking_party_changed_notice',
      'booking_cancelled_notice',
      'data_request_notice',
    ],
    data: ['guest_data'],
    account: ofAccounts.filter((type) => type !== 'data_request_notice'),
  }
  test.each(emailKinds)('%s', (kind) => {
    expect(typesOfKind(kind)).toEqual(kinds[kind])
  })
})

describe('emails are for', () => {
  const types: Record<EmailAudience, EmailType[]> = {
    account: ['email_confirmation', 'password_reset', 'password_changed', 'email_changed'],
    guest: [
      'booking_confirmation',
      'booking_rescheduled',
      'booking_party_changed',
      'booking_cancelled',
      'waitlist_joined',
      'waitlist_offer',
      'payment_request',
      'payment_receipt',
      'proposal',
      'proposal_approved',
      'proposal_code',
      'stage_begun',
      'guest_data',
    ],
    invited: ['invitation', 'co_host_invitation', 'contact_confirmation'],
    message: ['guest_message'],
    reminder: ['booking_reminder', 'booking_reminder_soon'],
    staff: [
      'making_news',
      'stage_begun_notice',
      'proposal_answered',
      'guest_message_test',
      ...typesOfKind('notice').slice(3),
    ],
    thanks: ['booking_thanks'],
  }
  test.each(emailAudiences)('%s', (audience) => {
    const every = Object.keys(emailTypes) as EmailType[]
    expect(every.filter((type) => emailTypes[type].audience === audience)).toEqual(types[audience])
  })
})

test('reminders and thanks are due at a time; staff can send every email to a guest again, five times a day', () => {
  expect(scheduledEmailTypes).toEqual(['booking_reminder', 'booking_reminder_soon', 'booking_thanks'])
  expect([...guestEmailTypes].sort()).toEqual([...toGuests, 'booking_thanks'].sort())
  expect(RESENDS_PER_DAY).toBe(5)
})

test('a server that could not be reached, or did not answer, has no reply to show', () => {
  expect(failuresWithoutReply).toEqual(['unreachable', 'unanswered', 'notWritten'])
})

test('a link to confirm an email works for 7 days', () => {
  expect(CONFIRMATION_DAYS).toBe(7)
})
