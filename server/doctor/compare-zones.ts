import { wallClock } from '@trunkshow/contract/zones.ts'
import type pg from 'pg'
import { zoneOf } from '../zones.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Where shows often are: compared before there are events. */
const usual = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Europe/London',
]

/** What PostgreSQL's clocks show in a zone at an instant: `yyyy-MM-dd`, `HH:mm`. */
interface Reading {
  timeZone: string
  at: Date
  date: string
  time: string
}

/**
 * Compares the clocks of Node and PostgreSQL on each day of the next two years, in the zones of events to come: pages
 * show times by the one, and slots start by the other.
 */
export async function compareZones(client: pg.Client): Promise<Finding> {
  const { rows: tables } = await client.query(`SELECT to_regclass('events') IS NOT NULL AS exist`)
  const used = tables[0].exist
    ? await client.query(`SELECT DISTINCT time_zone FROM events WHERE last_day >= current_date`)
    : { rows: [] }
  const zones = new Set([...usual, ...used.rows.map((event) => event.time_zone)])
  const { rows } = await client.query<Reading>(
    `SELECT "timeZone", at, to_char(local, 'YYYY-MM-DD') AS date, to_char(local, 'HH24:MI') AS time
     FROM unnest($1::text[]) AS "timeZone",
       generate_series(date_trunc('hour', now()), now() + interval '2 years', interval '1 day') AS at,
       LATERAL (SELECT at AT TIME ZONE "timeZone" AS local) AS shown
     ORDER BY at`,
    [[...zones]],
  )
  return judgeZones(rows)
}

/** @param readings PostgreSQL's, earliest first */
export function judgeZones(readings: readonly Reading[]): Finding {
  const about = 'Time zones'
  const different = readings.filter(({ timeZone, at, date, time }) => {
    const ours = wallClock(at, zoneOf(timeZone))
    return ours.date !== date || ours.time !== time
  })
  const [first] = different
  if (!first) return ok(about, 'Node and PostgreSQL agree for the next two years.')
  const ours = wallClock(first.at, zoneOf(first.timeZone))
  const names = [...new Set(different.map(({ timeZone }) => timeZone))].join(', ')
  return problem(
    about,
    `Node (${process.versions.tz}) and PostgreSQL have different data of ${names}: on ${first.date} their clocks show ${ours.time} and ${first.time}.`,
    'Appointments there start at another time than pages say. Upgrade the older of the two, as docs/operating.md says under “When something goes wrong”.',
  )
}
