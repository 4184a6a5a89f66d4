import { runImports } from '../imports/jobs.ts'
import { databaseOf } from '../platform/db/transaction.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './factories.ts'
import { callPatiently } from './uploads.ts'

/** Uploads a file, which is checked and not yet imported. */
export const check = (staff: TestUser, csv: string, kind = 'customers') =>
  callPatiently(() => staff.call('POST', '/api/imports', { kind, csv, fileName: 'list.csv' }))

/** Runs the imports that were started. */
export const runStarted = (test: TestApp) => runImports({ db: databaseOf(test.pool), config: test.config })

/** A file of customers: three good rows for two people, one without a first name, and one without a valid email. */
export const customers = [
  'first_name;Last Name;E-Mail;EMAIL;phone;Notes',
  'Ann;Brandt;ann@b.test;x;\'+1 212;"Two\nlines"',
  ';Nobody;no@b.test;x;;',
  'Bo;Brandt;bo@b.test;x;;',
  'Bo;Again;BO@b.test;x;;',
  'Cleo;Roy;cleo;x;;',
].join('\r\n')

/** Imports of bookings into an event, with what a test reads of them. */
export function bookingImports(test: TestApp) {
  const check = (staff: TestUser, eventId: number, csv: string) =>
    callPatiently(() =>
      staff.call('POST', '/api/imports', { kind: 'bookings', eventId, csv, fileName: 'list.csv' }),
    )
  const start = (staff: TestUser, id: number) => staff.call('POST', `/api/imports/${id}/start`)
  const read = async (staff: TestUser, id: number) => (await staff.call('GET', `/api/imports/${id}`)).body

  async function run(staff: TestUser, eventId: number, csv: string) {
    const { body: checked } = await check(staff, eventId, csv)
    await start(staff, checked.id)
    await runStarted(test)
    return { checked, ended: await read(staff, checked.id) }
  }

  const list = async (staff: TestUser, eventId: number) =>
    (await staff.call('GET', `/api/events/${eventId}/bookings`)).body

  const slotsOf = (eventId: number) =>
    test.rows<{ booked: number; total_slots: number }>(
      'SELECT booked, total_slots FROM time_slots WHERE event_id = $1 ORDER BY slot_date, start_time',
      [eventId],
    )
  return { check, start, read, run, list, slotsOf }
}

/** A file of bookings with one row for each guest and time of a date. */
export const fileOf = (date: string, ...rows: string[]) =>
  ['Name,Email,Date,Start time,Party size', ...rows.map((row) => row.replace('DATE', date))].join('\n')

/** The app's database, which is killed as a second batch begins. */
export function killedAfterOneBatch(test: TestApp) {
  let batches = 0
  return new Proxy(databaseOf(test.pool), {
    get: (target, key) => {
      if (key === '$client' && ++batches > 1)
        throw Object.assign(new Error('killed'), { code: 'ECONNREFUSED' })
      return Reflect.get(target, key)
    },
  })
}
