import { acquireAppLock } from '../db/app-lock.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'

/**
 * What the app does with its database, as a process of its own that a test can kill: says "holds URL" or the
 * refusal, and stops the database when its input ends.
 */
try {
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2]!, say: console.log })
  const lock = await acquireAppLock(postgres, console.error)
  console.log(`holds ${postgres.url}`)
  process.stdin.resume().on('end', async () => {
    await lock.stop()
    process.exit()
  })
} catch (error) {
  console.log(`refused: ${(error as Error).message}`)
  process.exit()
}
