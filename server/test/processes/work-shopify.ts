import { readConfig } from '../../config.ts'
import { createPool } from '../../platform/db/pool.ts'
import { databaseOf } from '../../platform/db/transaction.ts'
import { openFiles } from '../../platform/files/storage.ts'
import { runOperations } from '../../shopify/jobs.ts'

/** Runs the Shopify worker in a process that tests can kill, without waiting for scheduled times. */
const config = readConfig(process.env)
const pool = createPool(config.databaseUrl!, config.databasePooler)
const files = await openFiles(config)
for (;;) {
  await pool.query(`UPDATE shopify_operations SET next_try_at = now() WHERE state IN ('queued', 'unknown')`)
  await runOperations({ config, db: databaseOf(pool), files })
}
