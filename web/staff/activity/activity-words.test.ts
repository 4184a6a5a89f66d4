import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { expect, test } from 'vitest'
import { changesInWords, sentenceOfEntry } from './activity-words.ts'

function entry(changes: Partial<ActivityEntry>): ActivityEntry {
  return {
    id: 1,
    at: '2027-04-16T14:00:00.000Z',
    actorName: 'Maya Vale',
    activity: 'event.changed',
    subject: 'event',
    subjectId: 7,
    subjectName: 'Spring Show',
    changes: [],
    ...changes,
  }
}

/** The whole entry as text. */
function read(given: Partial<ActivityEntry>) {
  const { actor, does, subject } = sentenceOfEntry(entry(given))
  const changes = changesInWords(entry(given)).map(({ label, text }) => (label ? `${label}: ${text}` : text))
  return [[actor, does, subject].filter(Boolean).join(' '), ...changes]
}

test.each<[Partial<ActivityEntry>, string[]]>([
  [
    {
      activity: 'user.role',
      subjectName: 'Nora Lind',
      changes: [{ field: 'role', from: 'view only', to: 'admin' }],
    },
    ['Maya Vale changed the role of Nora Lind', 'view only → admin'],
  ],
  [
    {
      activity: 'user.invited',
      subjectName: 'Nora Lind',
      changes: [{ field: 'role', from: null, to: 'view only' }],
    },
    ['Maya Vale invited Nora Lind', 'view only'],
  ],
  [
    {
      activity: 'waitlist.offered',
      subjectName: 'Nora Lind',
      changes: [{ field: 'time', from: null, to: '2027-04-16 10:00' }],
    },
    ['Maya Vale offered a time to Nora Lind', 'April 16, 2027, 10:00 AM'],
  ],
  [
    { activity: 'user.joined', actorName: 'Nora Lind', subjectName: 'Nora Lind' },
    ['Nora Lind accepted the invitation'],
  ],
  [
    {
      activity: 'company.saved',
      subjectName: 'Maison Vale',
      changes: [
        { field: 'companyName', from: null, to: 'Maison Vale' },
        { field: 'selectedStates', from: '', to: 'CA, NY' },
        { field: 'companyPhone', from: '555', to: null },
      ],
    },
    [
      'Maya Vale saved the company details',
      'Company name: Maison Vale',
      'Sales Tax: CA, NY',
      'Company phone: 555 → empty',
    ],
  ],
  [
    {
      activity: 'booking.moved',
      subjectName: 'Grace Okafor',
      changes: [{ field: 'time', from: '2027-04-16 10:00', to: '2027-04-17 13:30' }],
    },
    ['Maya Vale moved the booking for Grace Okafor', 'April 16, 2027, 10:00 AM → April 17, 2027, 1:30 PM'],
  ],
  [
    { activity: 'booking.cancelled', actorName: null, subjectName: 'Grace Okafor' },
    ['The guest canceled the booking for Grace Okafor'],
  ],
  [
    {
      activity: 'slot.deleted',
      changes: [{ field: 'time', from: '2027-04-16 11:30-12:00', to: null }],
    },
    ['Maya Vale deleted a time slot from Spring Show', 'April 16, 2027, 11:30 AM – 12:00 PM'],
  ],
  [
    {
      changes: [
        { field: 'endTime', from: '12:00', to: '13:00' },
        { field: 'endDate', from: null, to: '2027-04-18' },
        { field: 'logoUrl', from: null, to: '/uploads/a.webp' },
        { field: 'location', from: '10:00 Club', to: null },
      ],
    },
    [
      'Maya Vale changed Spring Show',
      'End time: 12:00 PM → 1:00 PM',
      'End date: April 18, 2027',
      'Logo: added',
      'Location: 10:00 Club → empty',
    ],
  ],
])('%j', (given, lines) => {
  expect(read(given)).toEqual(lines)
})
