import { acquireAppLock, startEmbeddedPostgres } from '../../platform/db/embedded.ts'

/**
 * Runs the app's database in a process that tests can kill. It prints "holds URL" or the refusal, and stops the
 * database when its input ends.
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
