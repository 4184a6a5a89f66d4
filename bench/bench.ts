/**
 * `npm run bench`: what the product does in a second, each figure beside one of PostgreSQL alone, in one run on
 * one PostgreSQL (design §13). With `--strict` it fails where a figure is not what it must be.
 */
import { parseArgs } from 'node:util'
import { StartRefusal } from '../server/start-refusal.ts'
import { compareBookingsPages } from './bookings-page.ts'
import { prepareComparisons } from './comparisons.ts'
import { findPgbench } from './pgbench.ts'
import { isInRange, isLightEnough, printPages, printTable, type Row } from './report.ts'
import { openStage } from './stage.ts'

const { values: given } = parseArgs({
  options: {
    strict: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    /** A part of a name, to run what has it alone. */
    only: { type: 'string', default: '' },
  },
})
const effort = { rounds: Number(given.rounds), seconds: Number(given.seconds), clients: 32 }

try {
  findPgbench()
  await run()
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 1
}

async function run() {
  const stage = await openStage()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stage.close().finally(() => process.exit(1)))
  }
  try {
    const [young, full] = [await stage.open('young'), await stage.open('full_of_bookings')]
    const comparisons = await prepareComparisons(young, full, effort)
    const rows: Row[] = []
    for (const { run, ...asked } of comparisons.filter(({ name }) => name.includes(given.only))) {
      console.log(`${asked.name} …`)
      rows.push({ ...asked, ...(await run()) })
    }
    if (rows.length) printTable(rows, effort)
    const pages = 'bookings page'.includes(given.only) ? await compareBookingsPages(young, effort.rounds) : []
    if (pages.length) printPages(pages, effort)
    if (given.strict && !(rows.every(isInRange) && pages.every(isLightEnough))) process.exitCode = 1
  } finally {
    await stage.close()
  }
}
