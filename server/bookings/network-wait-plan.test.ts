import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { NO_SEQUENTIAL_SCANS } from '../platform/db/pool.ts'
import { startTestApp } from '../test/app.ts'
import { directUrl } from '../test/database.ts'
import { makeCompany, makeEvent } from '../test/factories.ts'

const app = startTestApp()

const STORED = 2000

test('counting a network’s bookings does not read those of others, even on a connection that began without any', async () => {
  const event = await makeEvent(await makeCompany(app))
  const client = new pg.Client({
    connectionString: directUrl(app.config.databaseUrl!),
    options: NO_SEQUENTIAL_SCANS,
  })
  await client.connect()
  onTestFinished(() => client.end())
  const store = (from: number, to: number) =>
    client.query(
      `INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email, idempotency_key, network_hash)
       SELECT company_id, event_id, id, 'Grace Okafor', 'grace@mail.test', gen_random_uuid(), md5('network ' || n)
       FROM time_slots, generate_series(${from}, ${to}) AS n WHERE id = ${event.slots[0]!.id}`,
    )
  const count = (network: number) => `SELECT network_wait(${event.id}, md5('network ${network}'), 6, 4, 3600)`
  // PostgreSQL keeps a plan after a few runs.
  for (let run = 0; run < 10; run++) {
    await client.query(count(run))
    await store(run, run)
  }
  await store(10, STORED)
  const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${count(STORED + 1)}`)
  expect(rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(STORED / 10)
})
