import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../server/platform/db/migrate.ts'
import { nextVersion, writeNextVersion } from '../../server/test/versions.ts'
import { exactly, info, type Report } from './findings.ts'
import { launchApp, startProduct } from './product.ts'
import { type ChaosDatabase, openDatabase, openStage } from './stage.ts'

/** A migration whose start, long middle and end are each visible in the database. */
const NEXT = `
CREATE TABLE chaos_begun (id int);--> statement-breakpoint
ALTER TABLE companies ADD COLUMN chaos int NOT NULL DEFAULT 1;--> statement-breakpoint
INSERT INTO chaos_begun SELECT n FROM generate_series(1, 50000) AS n;--> statement-breakpoint
SELECT pg_sleep(0.5);--> statement-breakpoint
CREATE TABLE chaos_ended (id int);`
const PARTS = `
  SELECT count(*)::int AS parts FROM (
    SELECT 1 FROM information_schema.tables WHERE table_name IN ('chaos_begun', 'chaos_ended')
    UNION ALL SELECT 1 FROM information_schema.columns WHERE table_name = 'companies' AND column_name = 'chaos'
    UNION ALL SELECT 1 FROM drizzle.__drizzle_migrations WHERE created_at = ${nextVersion}
  ) AS found`
const ALL = 4

/** Kills a new version's migration midway, alone and with its database, and a first start at any point. */
export async function killMigration(size: { rounds: number; firstStarts: number }): Promise<Report> {
  const stage = await openStage()
  try {
    const database = await openDatabase(stage.dataDir)
    stage.later(() => database.stop())
    const folder = await writeNextVersion(stage.folder, NEXT)
    await migrate(database.url)
    const outcomes = { old: 0, new: 0, half: 0 }
    for (let round = 0; round < size.rounds; round++) {
      await killOnce(database, folder, round % 2 === 0)
      const [row] = await database.query<{ parts: number }>(PARTS)
      outcomes[row!.parts === 0 ? 'old' : row!.parts === ALL ? 'new' : 'half']++
      await migrate(database.url, folder)
      const [after] = await database.query<{ parts: number }>(PARTS)
      if (after!.parts !== ALL) outcomes.half++
      await database.query(
        `DROP TABLE chaos_begun, chaos_ended; ALTER TABLE companies DROP COLUMN chaos; DELETE FROM drizzle.__drizzle_migrations WHERE created_at = ${nextVersion}`,
      )
    }
    const faults: string[] = []
    for (let round = 0; round < size.firstStarts; round++) faults.push(...(await killFirstStart()))
    return {
      title: 'a migration killed midway',
      findings: [
        info('kills of the process or its database', size.rounds),
        info('left the old version', outcomes.old),
        info('had made the new one', outcomes.new),
        exactly('left half of it', outcomes.half, 0),
        info('first starts killed at any moment', size.firstStarts),
        exactly('that could not be followed by a good one', faults.length, 0),
      ],
      faults,
    }
  } finally {
    await stage.close()
  }
}

/** Kills while the migration is running: its table is locked and not committed yet. */
async function killOnce(database: ChaosDatabase, folder: string, withDatabase: boolean) {
  const script = fileURLToPath(new URL('run-migration.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, database.url, folder], {
    stdio: 'ignore',
  })
  const exit = once(child, 'exit')
  let ended = false
  exit.then(() => (ended = true))
  const underWay = `SELECT 1 FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE application_name = 'trunkshow migrate' AND mode = 'AccessExclusiveLock'`
  while (!ended && (await database.query(underWay)).length === 0) await setTimeout(5)
  await setTimeout(Math.random() * 600)
  if (withDatabase) {
    await database.kill()
    await exit
    await database.revive()
  } else {
    child.kill('SIGKILL')
    await exit
  }
}

/** Interrupts a first start anywhere between creating the database files and pg-boss's tables. */
async function killFirstStart(): Promise<string[]> {
  const stage = await openStage()
  try {
    const variables = { DATA_DIR: stage.dataDir, PORT: stage.port }
    const first = launchApp(variables)
    const exit = once(first, 'exit')
    const moment = Math.random() * 5000
    await setTimeout(moment)
    first.kill('SIGKILL')
    await exit
    const product = await startProduct(variables)
    const { status } = await fetch(`${product.url}/`)
    await product.stop()
    return status === 200 ? [] : [`killed after ${moment} ms, the next start answers ${status}`]
  } catch (error) {
    return [(error as Error).message]
  } finally {
    await stage.close()
  }
}
