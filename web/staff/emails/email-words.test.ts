import { expect, test } from 'vitest'
import { reasonOf, tagOf } from './email-words.ts'

const email = {
  status: 'sent',
  failure: null,
  needsAttention: false,
  toEmail: 'grace@mail.test',
  waitsFor: null,
  nextAttemptAt: null,
  retriedUntil: null,
} as const
const at = (instant: string) => `Nov 24, ${instant}`

test.each([
  [{}, 'Sent', null],
  [{ status: 'pending' }, 'Sending', null],
  [{ status: 'sending' }, 'Sending', null],
  [
    { status: 'pending', failure: 'later', retriedUntil: '10:48' },
    'Retrying',
    'The mail server of mail.test asks us to try again later. We’ll keep trying until Nov 24, 10:48.',
  ],
  [
    { status: 'waiting', waitsFor: 'budget' },
    'Waiting',
    'Your company reached its email limit for today. We’ll send it as soon as we can.',
  ],
  [
    { status: 'waiting', waitsFor: 'digest', nextAttemptAt: '8:00' },
    'Waiting',
    'It goes out with other booking alerts, on Nov 24, 8:00.',
  ],
  [
    { status: 'failed', failure: 'unknownAddress', needsAttention: true },
    'Failed',
    'The mail server of mail.test says the address doesn’t exist.',
  ],
  [{ status: 'failed' }, 'Failed', 'We couldn’t send this email.'],
  [{ status: 'skipped' }, 'Not sent', 'It no longer applied when it was due.'],
  [{ status: 'skipped', failure: 'ownAction' }, 'Not sent', 'The person it was for made this change.'],
] as const)('an email that is %j', (change, label, reason) => {
  expect(tagOf({ ...email, ...change }).label).toBe(label)
  expect(reasonOf({ ...email, ...change }, at)).toBe(reason)
})

test('a failure that was dealt with is no longer red', () => {
  expect(tagOf({ ...email, status: 'failed', needsAttention: true }).tone).toBe('bad')
  expect(tagOf({ ...email, status: 'failed' }).tone).toBe('plain')
})
