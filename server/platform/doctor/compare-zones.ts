import { isTimeZone } from '@trunkshow/contract/zones.ts'
import type pg from 'pg'
import { nodeZones, zoneRow } from '../db/time-zones.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/**
 * Compares the rules of time zones that the database has with Node's: pages show times by these, and slots start by
 * those.
 */
export async function compareZones(client: pg.Client, source = nodeZones): Promise<Finding> {
  const about = 'Time zones'
  const { rows } = await client.query<ReturnType<typeof zoneRow> & { isApplied: boolean }>(
    `SELECT name, release, changes, offsets, is_applied AS "isApplied" FROM time_zones ORDER BY name`,
  )
  const later = rows.filter(({ release }) => release > source.release).map(({ release }) => release)
  const isSame = ({ name, changes, offsets }: (typeof rows)[number]) => {
    if (!isTimeZone(name)) return false
    const ours = zoneRow(source, name)
    const instants = (dates: Date[]) => dates.map((date) => date.getTime()).join()
    return instants(ours.changes) === instants(changes) && ours.offsets.join() === offsets.join()
  }
  const different = rows.filter((row) => !isSame(row)).map(({ name }) => name)
  if (different.length > 0 && later.length > 0)
    return problem(
      about,
      `The database has the rules of ${later.sort().at(-1)} for ${different.join(', ')}, and this Node those of ${source.release}.`,
      'Appointments there start at other times than pages say. Start the newest version of the app everywhere, which brings its own Node.',
    )
  if (different.length > 0 || rows.some(({ isApplied }) => !isApplied))
    return warning(
      about,
      `The rules of ${different.join(', ') || 'some zones'} are older than this Node's (${source.release}).`,
      'The next start of the app brings them and the time slots up to date.',
    )
  return ok(about, `Pages and time slots have the rules of ${source.release}.`)
}
