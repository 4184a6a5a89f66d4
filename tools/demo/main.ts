/**
 * npm run demo: a believable boutique in a fresh temporary database, gone when it ends.
 *
 *   npm run demo                the same rows each time
 *   npm run demo -- --seed 7    other guests and orders
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { paths } from '@trunkshow/contract/paths.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/platform/db/embedded.ts'

import { startProduct } from '../../server/test/product.ts'
import { zoneOf } from '../../server/zones.ts'
import { planDemo } from './plan.ts'
import {
  account,
  callerOf,
  failOneEmail,
  hasEmailsToSend,
  seedDemo,
  sendToShopify,
  surroundingsOf,
} from './seed.ts'

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const seed = Number(values.seed)
if (!Number.isInteger(seed)) {
  console.error('--seed takes a whole number, such as --seed 7.')
  process.exit(1)
}

const dataDir = await mkdtemp(join(tmpdir(), 'trunkshow-demo-'))
const port = process.env.PORT ?? '3000'
const url = `http://localhost:${port}`
/** Running PostgreSQL, once it does. */
let database: EmbeddedPostgres | undefined
type Product = Awaited<ReturnType<typeof startProduct>>
let app: Product | undefined
let ending = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))

async function end(exitCode: number) {
  if (ending) return
  ending = true
  await app?.end().catch(() => {})
  await database?.stop()
  await rm(dataDir, { recursive: true, force: true })
  process.exit(exitCode)
}

try {
  const began = performance.now()
  const say = (step: string) =>
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ${step}…`)
  say('Starting a database')
  const plan = planDemo(seed, wallClock(new Date(), zoneOf('America/New_York')))
  database = await startEmbeddedPostgres({ dataDir, say: () => {} })
  const variables = {
    ...surroundingsOf(process.env),
    DATABASE_URL: database.url,
    APP_SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: dataDir,
    PORT: port,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  }
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  db.on('error', () => {}) // the database ends before its idle connections
  // Without a worker first, so that emails are written once everything is on its day.
  say('Starting the app')
  app = await startProduct({ ...variables, ROLE: 'web' })
  say('Making a boutique with its shows, guests and orders')
  const { companyId, events } = await seedDemo(plan, url, db)
  await app.end()

  say('Starting the app again, to send emails')
  app = await startProduct(variables)
  const call = await callerOf(url, '/api/login', account)
  while (await hasEmailsToSend(db, companyId)) await setTimeout(50)
  await failOneEmail(db, companyId, events[1]!.id)

  const seconds = Math.round((performance.now() - began) / 1000)
  const [today, preview] = events
  console.log(`
Ready in ${seconds} seconds.

  Guests book here    ${url}${paths.event(preview!.urlSlug)}
  The company’s page  ${url}${paths.company('maison-vale')}
  Staff log in here   ${url}${paths.auth()}
                      username ${account.username}, password ${account.password}
  Today’s desk        ${url}${paths.desk(today!.id)}
  Emails are files in ${join(dataDir, 'outbox')}

Everything here is gone when you press Ctrl-C. A practice store is being added…`)
  await call('POST', '/api/stripe/practice')
  await sendToShopify(call, db, companyId).then(
    () => console.log('The practice store is ready: orders can go there, and nothing reaches Shopify.'),
    () => ending || console.log('There is no practice store: npm could not get Shopify’s schema.'),
  )
} catch (error) {
  console.error('The demo could not be made.', error)
  await end(1)
}
