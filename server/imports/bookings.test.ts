import { formatDate, formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { queueScheduledEmails } from '../bookings/reminders/scheduled-emails.ts'
import { databaseOf } from '../platform/db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import { book, dayAhead, makeCoHost, makeCompany, makeEvent, makeUser } from '../test/factories.ts'
import { bookingImports, fileOf, runStarted } from '../test/imports.ts'
import { newYorkNow } from '../test/new-york.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

const { check, start, read, run, list, slotsOf } = bookingImports(app)

const queued = (eventId: number) =>
  app.rows<{ email_type: string }>(
    `SELECT email_type FROM email_notifications
     WHERE booking_id IN (SELECT id FROM bookings WHERE event_id = $1) ORDER BY id`,
    [eventId],
  )

test.each([
  [
    // A row for each invitee, with the columns of exports in 2025 and 2026 as public programs that read them list them;
    // help.calendly.com (Export events) doesn't list them.
    'Calendly',
    'User Name,Team,Invitee Name,Invitee First Name,Invitee Last Name,Invitee Email,Invitee Time Zone,Invitee accepted marketing emails,Text Reminder Number,Event Type Name,Start Date & Time,End Date & Time,Location,Event Created Date & Time,Canceled,Canceled By,Cancellation reason,Question 1,Response 1,UTM Campaign,Event Price,Payment Currency,Guest Email(s),Marked as No-Show,Meeting Notes,User Email,Event UUID',
    (date: string, email: string, name: string, canceled: boolean) =>
      `Vale,,${name},,,${email},Eastern Time - US & Canada,No,+1 212-555-0148,Fitting,${date} 10:30 am,${date} 11:00 am,8 Crosby Street,2026-10-01 09:00 am,${canceled},,,Which size?,38,,,,,No,,vale@mail.test,1`,
  ],
  [
    // help.acuityscheduling.com/hc/en-us/articles/360023934112: a row for each appointment. The columns are those that two
    // programs in public read, of two of its versions.
    'Acuity',
    'Start Time,End Time,First Name,Last Name,Phone,Email,Type,Calendar,Appointment Price,Paid?,Amount Paid Online,Certificate Code,Notes,Date Scheduled,Label,Scheduled By,Date Rescheduled,Canceled,Appointment ID',
    (date: string, email: string, name: string, canceled: boolean) =>
      `"${formatDate(date)} 10:30 am","${formatDate(date)} 11:00 am",${name.replace(' ', ',')},'+1 212-555-0148,${email},Fitting,Vale,0.00,no,0.00,,,2026-10-01,Paid,vale@mail.test,2026-10-02,${canceled ? 'yes' : ''},77`,
  ],
])('appointments of %s are booked as they are, once', async (_, heading, row) => {
  const staff = await makeCompany(app)
  const event = await makeEvent(staff)
  const { eventDate: date } = event
  const csv = [
    heading,
    row(date, 'nora@lind.test', 'Nora Lind', false),
    row(date, 'not an address', 'Lena Brandt', true),
    row(date, 'NORA@lind.test', 'Nora Lind', false),
  ].join('\n')
  const first = await run(staff, event.id, csv)
  expect(first.checked).toMatchObject({
    eventId: event.id,
    rows: 3,
    good: 3,
    known: 1,
    canceled: 1,
    errors: [],
  })
  expect(first.ended).toMatchObject({ state: 'done', made: 1, known: 1, canceled: 1, noSpot: 0, good: 3 })
  const before = await list(staff, event.id)
  expect(before).toMatchObject([
    {
      attendeeName: 'Nora Lind',
      attendeeEmail: 'nora@lind.test',
      phone: '+1 212-555-0148',
      partySize: 1,
      slotDate: date,
      startTime: '10:30',
      status: 'active',
      booked: 1,
    },
  ])
  const again = await run(staff, event.id, csv)
  expect(again.checked).toMatchObject({ good: 3, known: 2, canceled: 1 })
  expect(again.ended).toMatchObject({ made: 0, known: 2, noSpot: 0 })
  expect(await list(staff, event.id)).toEqual(before)
})

test('two guests with one email are both booked into one time slot, once', async () => {
  const staff = await makeCompany(app)
  const event = await makeEvent(staff, { maxBookingsPerSlot: 5 })
  const rows = [
    'Nora Lind,family@lind.test,DATE,10:00 AM,1',
    'Mae Lind,FAMILY@lind.test,DATE,10:00 AM,1',
    'NORA LIND,family@lind.test,DATE,10:00 AM,1',
  ]
  const csv = fileOf(event.eventDate, ...rows)
  const { checked, ended } = await run(staff, event.id, csv)
  expect(checked).toMatchObject({
    known: 1,
    knownRows: [{ line: 4, name: 'NORA LIND', detail: `${event.eventDate} 10:00` }],
  })
  expect(ended).toMatchObject({ made: 2, known: 1, noSpot: 0 })
  expect((await run(staff, event.id, csv)).ended).toMatchObject({ made: 0, known: 3 })
  // A guest who booked under another name is still the guest with that email.
  const other = await makeEvent(staff, { maxBookingsPerSlot: 5 })
  await staff.call('POST', `/api/timeslots/${other.slots[0]!.id}/bookings`, {
    attendeeName: 'Nora L.',
    attendeeEmail: 'family@lind.test',
  })
  const theirs = await run(staff, other.id, fileOf(other.eventDate, rows[0]!))
  expect(theirs.ended).toMatchObject({ made: 0, known: 1 })
})

test('our own export is imported, with parties and notes, and canceled bookings left out', async () => {
  const staff = await makeCompany(app)
  const [one, other] = [
    await makeEvent(staff, { maxPartySize: 3 }),
    await makeEvent(staff, { maxPartySize: 3, spotPerGuest: false }),
  ]
  for (const [slot, guest] of [
    [
      0,
      { attendeeName: 'Nora Lind', attendeeEmail: 'nora@lind.test', partySize: 2, notes: 'Wedding in June' },
    ],
    [1, { attendeeName: 'Walk-in' }],
    [1, { attendeeName: 'Lena Brandt', attendeeEmail: 'lena@brandt.test' }],
  ] as const)
    await staff.call('POST', `/api/timeslots/${one.slots[slot]!.id}/bookings`, guest)
  const lena = (await list(staff, one.id)).find((of: { attendeeName: string }) =>
    of.attendeeName.startsWith('Lena'),
  )
  await staff.call('PATCH', `/api/bookings/${lena.id}/cancel`)
  const { text } = await staff.call('GET', `/api/events/${one.id}/bookings.csv`)
  for (const added of [2, 0]) {
    const { ended } = await run(staff, other.id, text!)
    expect(ended).toMatchObject({ made: added, known: 2 - added, canceled: 1, noSpot: 0 })
  }
  expect(await list(staff, other.id)).toMatchObject([
    { attendeeName: 'Nora Lind', partySize: 2, spots: 1, notes: 'Wedding in June', startTime: '10:00' },
    { attendeeName: 'Walk-in', attendeeEmail: null, startTime: '10:30' },
  ])
})

test('answers to questions go into the notes, and so do other columns with their heading', async () => {
  const staff = await makeCompany(app)
  const event = await makeEvent(staff)
  const csv = [
    'Invitee Name,Invitee Email,Start Date & Time,Question 1,Response 1,Question 2,Response 2,Meeting Notes,Budget',
    `Nora Lind,nora@lind.test,${event.eventDate} 10:00,Which size?,38,When is the wedding?,,Likes silk,3000`,
  ].join('\n')
  const { body } = await check(staff, event.id, csv)
  const columns = body.columns.map(({ field, heading }: { field: string | null; heading: string }) =>
    heading === 'Budget' ? 'notes' : field,
  )
  await staff.call('PATCH', `/api/imports/${body.id}`, { columns })
  await start(staff, body.id)
  await runStarted(app)
  expect(await list(staff, event.id)).toMatchObject([
    { attendeeName: 'Nora Lind', notes: 'Which size?: 38\nLikes silk\nBudget: 3000' },
  ])
})

test('no guest is emailed at the import, and each gets the reminder', async () => {
  const staff = await makeCompany(app)
  const event = await makeEvent(staff)
  await run(staff, event.id, fileOf(event.eventDate, 'Nora Lind,nora@lind.test,DATE,10:00,'))
  expect(await queued(event.id)).toEqual([])
  const [slot] = await app.rows<{ starts_at: Date }>('SELECT starts_at FROM time_slots WHERE id = $1', [
    event.slots[0]!.id,
  ])
  const dayBefore = new Date(slot!.starts_at.getTime() - 20 * 3_600_000).toISOString()
  await queueScheduledEmails({ config: app.config, db: databaseOf(app.pool) }, sql`${dayBefore}::timestamptz`)
  expect(await queued(event.id)).toEqual([{ email_type: 'booking_reminder' }])
})

test('rows without a time slot have an error that can be fixed', async () => {
  const staff = await makeCompany(app)
  const event = await makeEvent(staff, { maxPartySize: 2 })
  await staff.call('PATCH', `/api/timeslots/${event.slots[3]!.id}`, { isAvailable: false })
  const day = formatShortDate(event.eventDate)
  const csv = fileOf(
    event.eventDate,
    'Nora Lind,nora@lind.test,DATE,10:15,',
    'Lena Brandt,lena@brandt.test,DATE,11:30 AM,',
    'Mae Ito,mae@ito.test,DATE,10:00,3',
    'Ada Roy,ada@roy.test,,tomorrow,none',
    ',zoe@roy.test,DATE,10:00,1',
  )
  const { body } = await check(staff, event.id, csv)
  const errors = body.errors.map(({ cells }: { cells: { field: string; message: string }[] }) =>
    cells.map(({ field, message }) => `${field}: ${message}`),
  )
  expect(errors).toEqual([
    [`start: No time slot starts at 10:15 AM on ${day}.`],
    [
      `start: The time slot at 11:30 AM on ${day} is hidden from guests. Show it under Availability, or enter another one.`,
    ],
    ['partySize: Each booking of this event is for up to 2 people.'],
    [
      'partySize: Enter how many people are coming, 1 or more.',
      'start: Enter a date and time, such as 11/2/2026 10:00 AM.',
    ],
    ['name: Name is required'],
  ])
  expect(body.errors[0]).toMatchObject({ name: 'Nora Lind', cells: [{ field: 'start', value: '10:15' }] })
  const corrections = [
    { line: 2, cells: { start: '10:30 am' } },
    { line: 4, cells: { partySize: '2' } },
    { line: 5, cells: { start: `${formatDate(event.eventDate)} 11:00 AM`, partySize: '' } },
  ]
  const { body: again } = await staff.call('PATCH', `/api/imports/${body.id}`, { corrections })
  expect(again).toMatchObject({ good: 3, errors: [{ line: 3 }, { line: 6 }] })
  await start(staff, body.id)
  await runStarted(app)
  expect(await read(staff, body.id)).toMatchObject({ made: 3, noSpot: 0 })
  expect((await slotsOf(event.id)).map(({ booked }) => booked)).toEqual([2, 1, 1, 0])
})

test('appointments that are over, or on days without time slots, are counted and left out', async () => {
  const staff = await makeCompany(app)
  const event = await makeEvent(staff)
  const later = formatDate(dayAhead(60))
  const csv = fileOf(
    event.eventDate,
    'Nora Lind,nora@lind.test,DATE,10:00,',
    `Ada Roy,ada@roy.test,"${formatDate(dayAhead(-30))}",10:00,`,
    `Mae Ito,no address,"${formatDate(dayAhead(-400))}",10:00,`,
    `Lena Brandt,lena@brandt.test,"${later}",10:00,`,
    'Zoe Roy,zoe@roy.test,DATE,10:15,',
  )
  const { checked, ended } = await run(staff, event.id, csv)
  expect(checked).toMatchObject({ rows: 5, good: 4, past: 2, otherDay: 1, errors: [{ line: 6 }] })
  expect(ended).toMatchObject({ rows: 5, good: 4, made: 1, past: 2, otherDay: 1 })
  await app.rows('UPDATE time_slots SET slot_date = slot_date - 60 WHERE event_id = $1', [event.id])
  const { body } = await check(staff, event.id, fileOf(dayAhead(-30), 'Ada Roy,ada@roy.test,DATE,10:00,'))
  expect(body).toMatchObject({ good: 1, past: 1, errors: [] })
})

test('the bookings have an entry in the activity log, by who imported them', async () => {
  const admin = await makeCompany(app)
  const staff = await makeUser(app, admin.companyId, 'order management', { name: 'Nora Vale' })
  const event = await makeEvent(admin)
  await run(staff, event.id, fileOf(event.eventDate, 'Ada Roy,ada@roy.test,DATE,10:00,'))
  const logged = await app.rows(
    `SELECT actor_name, user_id, subject_name FROM activity_log
     WHERE company_id = $1 AND activity = 'booking.created'`,
    [admin.companyId],
  )
  expect(logged).toEqual([{ actor_name: 'Nora Vale', user_id: staff.id, subject_name: 'Ada Roy' }])
  const { body } = await admin.call('GET', '/api/activity')
  const imported = body.find(({ activity }: { activity: string }) => activity === 'import.started')
  expect(imported.record).toEqual({ id: event.id, name: 'bookings' })
})

test('only those who add bookings import them, into an event of their company', async () => {
  const owner = await makeCompany(app)
  const event = await makeEvent(owner)
  const csv = fileOf(event.eventDate, 'Nora Lind,nora@lind.test,DATE,10:00,')
  const stranger = await makeCompany(app)
  const coHost = await makeCoHost(app, event)
  const viewer = await makeUser(app, owner.companyId, 'view only')
  const foreignShow = await makeEvent(await makeCompany(app))
  const viewerWhoCoHosts = await makeUser(app, owner.companyId, 'view only')
  await app.rows(
    `INSERT INTO event_co_hosts (company_id, event_id, user_id, invited_email, invited_by, is_active)
     SELECT company_id, id, $2, $3, user_id, true FROM events WHERE id = $1`,
    [foreignShow.id, viewerWhoCoHosts.id, viewerWhoCoHosts.email],
  )
  const { id } = (await check(owner, event.id, csv)).body
  for (const [user, status] of [
    [stranger, 404],
    [coHost, 404],
    [viewer, 403],
    [viewerWhoCoHosts, 403],
  ] as const) {
    expect((await check(user, event.id, csv)).status).toBe(status)
    for (const answer of [
      await user.call('GET', `/api/imports/${id}`),
      await user.call('PATCH', `/api/imports/${id}`, { corrections: [] }),
      await start(user, id),
    ])
      expect(answer.status).toBe(status)
  }
  expect((await app.call('POST', '/api/imports', { kind: 'bookings', eventId: event.id, csv })).status).toBe(
    401,
  )
  for (const wrong of [{ kind: 'bookings' }, { kind: 'customers', eventId: event.id }])
    expect((await owner.call('POST', '/api/imports', { ...wrong, csv })).status).toBe(400)
  await runStarted(app)
  expect(await list(owner, event.id)).toEqual([])
})

test('no request can claim the key of an imported booking', async () => {
  const event = await makeEvent(await makeCompany(app))
  const answer = await book(app, event.slots[0]!.id, {}, { 'idempotency-key': 'import:1' })
  expect(answer.status).toBe(400)
  const guest = { attendeeName: 'Nora Lind', attendeeEmail: 'nora@lind.test' }
  const form = { ...guest, timeSlotId: String(event.slots[0]!.id), idempotencyKey: 'import:1' }
  expect(await openPage(app, `/event/${event.urlSlug}`, { form })).toMatchObject({
    status: 400,
    content: { refused: { message: 'This Idempotency-Key is reserved.' } },
  })
  expect(await app.rows('SELECT FROM bookings WHERE event_id = $1', [event.id])).toEqual([])
})

describe('on a day when the clocks change', () => {
  const year = Number(newYorkNow().date.slice(0, 4)) + 1
  const sunday = (month: number, nth: number) => {
    const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
    return `${year}-${String(month).padStart(2, '0')}-${String(1 + ((7 - first) % 7) + 7 * (nth - 1)).padStart(2, '0')}`
  }

  test.each([
    ['spring', sunday(3, 2), '3:00 am', '07:00'],
    ['spring, before the change', sunday(3, 2), '1:00 am', '06:00'],
    ['fall', sunday(11, 1), '3:00 am', '08:00'],
  ])('in %s, a row is booked at the venue’s time', async (_, date, time, utc) => {
    const staff = await makeCompany(app)
    const hours = { startTime: '00:00', endTime: '05:00', slotDuration: 60 }
    const event = await makeEvent(staff, { eventDate: date, ...hours })
    const heading = 'First Name,Email,Start Time'
    const rowAt = (at: string) => `Nora,nora@lind.test,"${formatDate(date)} ${at}"`
    const { checked } = await run(staff, event.id, [heading, rowAt(time), rowAt('2:30 am')].join('\n'))
    expect(checked.errors).toMatchObject([
      { message: `No time slot starts at ${formatTime('02:30')} on ${formatShortDate(date)}.` },
    ])
    const booked = await app.rows<{ at: string }>(
      `SELECT to_char(s.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at
       FROM bookings AS b JOIN time_slots AS s ON s.id = b.time_slot_id WHERE b.event_id = $1`,
      [event.id],
    )
    expect(booked).toEqual([{ at: `${date} ${utc}` }])
  })
})
