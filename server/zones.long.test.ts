import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { storeZone } from './platform/db/time-zones.ts'
import { databaseOf } from './platform/db/transaction.ts'
import { startTestApp } from './test/app.ts'
import { calendarZone } from './zones.ts'

const app = startTestApp()

const machines = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Australia/Lord_Howe']

/** Minutes ahead of UTC, as people say it there; written by hand. */
const offsets: Record<string, number> = {
  'America/New_York EST': -300,
  'America/New_York EDT': -240,
  'Europe/London GMT': 0,
  'Europe/London BST': 60,
  'Australia/Sydney AEST': 600,
  'Australia/Sydney AEDT': 660,
  'America/Phoenix MST': -420,
  'Asia/Kolkata IST': 330,
  'America/Edmonton CST': -360,
  'Australia/Lord_Howe GMT+10:30': 630,
  'Australia/Lord_Howe GMT+11': 660,
}

/** The time zones as a calendar program knows them: from the blocks that come with the entries. */
const calendarZones = new Map<string, ICAL.Timezone>()

/** The instant of a line such as `DTSTART;TZID=Europe/London:20270301T100000`, as calendar programs read it. */
function instantOf(line: string) {
  const property = ICAL.Property.fromString(line)
  const time = property.getFirstValue() as ICAL.Time
  const timeZone = property.getFirstParameter('tzid')
  if (timeZone) {
    const { year, month, day } = time
    const date = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
    const block = calendarZone(timeZone, date, date)
    if (!calendarZones.has(block))
      calendarZones.set(block, new ICAL.Timezone(new ICAL.Component(ICAL.parse(block))))
    time.zone = calendarZones.get(block)!
  }
  return new Date(time.toUnixTime() * 1000).toISOString()
}

/** What `walk-zones.ts` prints on a machine in this time zone. */
async function walkOn(timeZone: string) {
  const script = fileURLToPath(new URL('./test/processes/walk-zones.ts', import.meta.url))
  const env = { ...process.env, TZ: timeZone, NODE_OPTIONS: '' }
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env, maxBuffer: 1e8 })
  return stdout
}

test('page, email, calendar and database name one instant on every day of two years, wherever the machine is', async () => {
  const [walk, ...others] = await Promise.all(machines.map(walkOn))
  for (const other of others) expect(other === walk).toBe(true)
  const lines = walk!
    .trim()
    .split('\n')
    .map((line) => line.split('|') as [string, string, string, string, string, string, string, string])
  expect(new Set(lines.map(([zone, date]) => `${zone} ${date}`)).size).toBeGreaterThan(7 * 725)
  for (const zone of new Set(lines.map(([zone]) => zone))) await storeZone({ db: databaseOf(app.pool) }, zone)
  const stored = await app.rows<{ instant: Date }>(
    `SELECT instant_of(day::date + time::time, zone) AS instant
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS walk (zone, day, time, place) ORDER BY place`,
    [lines.map(([zone]) => zone), lines.map(([, date]) => date), lines.map(([, , time]) => time)],
  )
  const wrong = lines.flatMap(([zone, date, time, onPage, inEmail, listed, from, to], index) => {
    const [start, end] = [instantOf(from), instantOf(to)]
    const [, name] = /([A-Z]{3,4}\S*)(?: –|$)/.exec(onPage) ?? []
    const said = new Date(
      Date.parse(`${date}T${time}:00Z`) - offsets[`${zone} ${name}`]! * 60_000,
    ).toISOString()
    const isRight =
      onPage === inEmail &&
      [listed, start, stored[index]!.instant.toISOString()].every((instant) => instant === said)
    const minutes = (Date.parse(end) - Date.parse(start)) / 60_000
    return isRight && minutes === 20
      ? []
      : [`${zone} ${date} ${time}: ${onPage} / ${inEmail} / ${listed} / ${start} / ${end}`]
  })
  expect(wrong).toEqual([])
})
