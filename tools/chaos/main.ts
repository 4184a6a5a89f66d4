import { parseArgs } from 'node:util'
import { killApp } from './app-killed.ts'
import { restoreBusyShop } from './backup.ts'
import { runConcurrentCommands } from './crossing.ts'
import { killGivenDatabase, killOwnDatabase } from './database-killed.ts'
import { failOver } from './failover.ts'
import { isMet, printReport, type Report } from './findings.ts'
import { loseMailServer } from './mail-outage.ts'
import { killMigration } from './migration-killed.ts'
import { type Pair, startPair } from './pair.ts'
import { abortUploads } from './resources/aborted-uploads.ts'
import { jumpClock } from './resources/clock-jumps.ts'
import { fillDatabaseDisk } from './resources/full-database.ts'
import { fillFolders } from './resources/full-folders.ts'
import { exhaustMemory } from './resources/memory-limit.ts'
import { loseStorage } from './resources/storage-outage.ts'
import { raceForLastSpot } from './rivals.ts'
import { restartInTurn } from './rolling-restart.ts'
import { startTwice } from './two-apps.ts'

/**
 * Breaks the running app in different ways and prints any loss, with the targets. `npm run chaos` takes a few minutes;
 * `-- --full` runs the full numbers. Add names of scenes to run only those.
 */
const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const size = <T>(usual: T, full: T): T => (values.full ? full : usual)

const scenes: Record<string, () => Promise<Report>> = {
  app: () => killApp({ kills: size(5, 20), bookings: size(1000, 5000), hurry: false }),
  'own-database': () => killOwnDatabase({ rounds: size(3, 12), hurry: false, frozen: false }),
  'given-database': () => killGivenDatabase({ rounds: size(3, 12), hurry: false, frozen: true }),
  failover: () => failOver({ kills: size(2, 10), bookings: size(400, 2000), hurry: false }),
  rivals: () => onPair((pair) => raceForLastSpot(pair, { rounds: size(100, 1000), rivals: 50 })),
  crossing: () => onPair((pair) => runConcurrentCommands(pair, { runs: size(100, 500), commands: 30 })),
  mail: () => loseMailServer({ seconds: size(10, 30), hangSeconds: size(25, 60), hurry: false }),
  'two-apps': () => startTwice({ tries: size(3, 10) }),
  'rolling-restart': () => restartInTurn({ rounds: size(1, 5) }),
  backup: () => restoreBusyShop({ stored: size(10_000, 100_000), files: size(200, 2000), perSecond: 300 }),
  migration: () => killMigration({ rounds: size(6, 30), firstStarts: size(3, 15) }),
  'full-database': () => fillDatabaseDisk({ rounds: size(2, 6), fullSeconds: size(5, 60) }),
  'full-folders': () => fillFolders({ bookings: size(50, 500) }),
  storage: () => loseStorage({ failures: ['refuses', 'breaks off', 'hangs'], atOnce: 13 }),
  clock: () => jumpClock({ bookings: size(60, 120), scheduled: size(false, true) }),
  memory: () => exhaustMemory({ rounds: size(3, 20) }),
  'aborted-uploads': () => abortUploads({ rounds: size(5, 50), atOnce: 10 }),
}

async function onPair(scene: (pair: Pair) => Promise<Report>): Promise<Report> {
  const pair = await startPair()
  try {
    return await scene(pair)
  } finally {
    await pair.close()
  }
}

const unknown = positionals.find((name) => !(name in scenes))
if (unknown) {
  console.error(`There is no ${unknown}: choose among ${Object.keys(scenes).join(', ')}.`)
  process.exit(1)
}
for (const name of positionals.length ? positionals : Object.keys(scenes)) {
  const report = await scenes[name]!().catch(
    (error: Error): Report => ({ title: name, findings: [], faults: [error.stack ?? error.message] }),
  )
  printReport(report)
  if (!isMet(report)) process.exitCode = 1
}
