/**
 * `npm run bench` compares the app's rates with those of PostgreSQL alone, in one run on one PostgreSQL. With
 * `--strict` it fails below the targets.
 */
import { parseArgs } from 'node:util'
import { StartError } from '../../server/start-error.ts'
import { compareBookingsPages } from './bookings-page.ts'
import { compareCatalogs, compareDuringImport } from './catalog.ts'
import { prepareComparisons } from './comparisons.ts'
import { compareFairness } from './fairness.ts'
import { measureGuestPage } from './guest-page.ts'
import { compareDuringChecks } from './import-checks.ts'
import { measureStaffWithLighthouse, measureWithLighthouse } from './lighthouse.ts'
import { compareOrderRates, compareOrders } from './orders.ts'
import { findPgbench } from './pgbench.ts'
import { compareProcesses } from './processes.ts'
import {
  type GoalRow,
  isInRange,
  isReached,
  isWithinLimits,
  printGoals,
  printSizes,
  printTable,
  type Row,
  type SizeRow,
} from './report.ts'
import { measureSearchAndReports } from './search-and-reports.ts'
import { compareStaffPages } from './staff-pages.ts'
import { openStage } from './stage.ts'
import { compareWithReaders } from './with-readers.ts'

type Heads = [what: string, large: string, small: string]

const { values: given } = parseArgs({
  options: {
    strict: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    /** A part of a name: only comparisons with it run. */
    only: { type: 'string', default: '' },
  },
})
const effort = { rounds: Number(given.rounds), seconds: Number(given.seconds), clients: 32 }

try {
  await run()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

async function run() {
  const stage = await openStage()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stage.close().finally(() => process.exit(1)))
  }
  try {
    const rows: Row[] = []
    const sizes: SizeRow[] = []
    const goals: GoalRow[] = []
    const compareSizes = async (heads: Heads, compare: () => Promise<SizeRow[]>, note: string) => {
      if (!heads[0].includes(given.only)) return
      const found = await compare()
      printSizes(heads, found, note)
      sizes.push(...found)
    }
    const addGoals = (title: string, found: GoalRow[], note: string) => {
      printGoals(title, found, note)
      goals.push(...found)
    }
    await compareSizes(
      ['fairness', 'beside', 'alone'],
      () => compareFairness(stage),
      `How long one company waits while another sends 1,500 bookings in half a minute, 20 heavy pictures, a file of
50,000 customers and 100 operations to its store, and how long it waits alone; server, database, mail server, store
and both companies share this machine.`,
    )
    if ('staff'.includes(given.only)) {
      const { loads, times } = await compareStaffPages(await stage.open('staff'), effort.rounds)
      await compareSizes(
        ['staff: until rows are painted', 'cold', 'on return'],
        async () => loads,
        'A fresh profile, then the same again, at 150 ms round trip and 1.6 Mbit/s, with 500 orders and 80 bookings; medians.',
      )
      await compareSizes(
        ['staff: until rows are painted', 'rows', 'first byte'],
        async () => times,
        'Beside the time until the first byte of the document; the browser and the server share this machine.',
      )
    }
    if ('guest page'.includes(given.only))
      addGoals(
        'guest page',
        await measureGuestPage(await stage.open('guest_page'), effort.rounds),
        `The public page of an event with 18 time slots, in a fresh browser profile at 150 ms round trip and 1.6 Mbit/s,
${effort.rounds} times; what is loaded is compressed with gzip.`,
      )
    if ('lighthouse'.includes(given.only)) {
      const scene = await stage.open('lighthouse')
      addGoals(
        'lighthouse',
        await measureWithLighthouse(scene, effort.rounds),
        `The public page of an event with 40 time slots and a banner of 5 MB, as a phone on a simulated slow 4G network,
${effort.rounds} times.`,
      )
      addGoals(
        'lighthouse of staff',
        await measureStaffWithLighthouse(scene, effort.rounds),
        `Screens of the logged-in owner, with 500 orders and 80 bookings, ${effort.rounds} times.`,
      )
    }
    if ('search'.includes(given.only)) {
      const scene = await stage.open('search')
      await scene.storeOrders(1_000_000)
      addGoals(
        'search and reports, p95',
        await measureSearchAndReports(scene, effort.rounds),
        `1,000,000 orders and 100,000 customers, ${effort.rounds} rounds. A search is its four calls at once, until the last answer.`,
      )
    }
    await compareSizes(
      ['imports: beside eight checks of 15 MB', 'beside', 'before'],
      async () => compareDuringChecks(await stage.open('import_checks')),
      `Eight companies each have a file of 15 MB checked at once; some may be told to try again. 100 connections are idle. The
rows of memory compare what is added with what there was.`,
    )
    if (['fairness', 'staff', 'guest page', 'lighthouse', 'search', 'imports'].includes(given.only))
      return finish(rows, sizes, goals)
    findPgbench()
    const [young, full] = [await stage.open('young'), await stage.open('full_of_bookings')]
    const sending = await stage.open('sending', 'all')
    const comparisons = await prepareComparisons(young, full, sending, effort)
    for (const { run, ...target } of comparisons.filter(({ name }) => name.includes(given.only))) {
      console.log(`${target.name} …`)
      rows.push({ ...target, ...(await run()) })
    }
    if (rows.length) printTable(rows, effort)
    await compareSizes(
      ['bookings page in Chromium', '10,000 slots', '40 slots'],
      () => compareBookingsPages(young, effort.rounds),
      `The large show has 20,000 bookings, the small one 80; each page is opened ${effort.rounds} times in a fresh browser
profile, in turn, and the median is shown.`,
    )
    await compareSizes(
      ['another page, p95', 'beside readers', 'idle'],
      () => compareWithReaders(young, effort.seconds * 4),
      `The readers and the measuring process share the machine's cores with the server. Readers never pause; the other page is
opened twenty times a second.`,
    )
    await compareSizes(
      ['lists of the catalog', 'large', 'small'],
      async () => {
        const found = await compareCatalogs(full, young)
        for (const [name, nodes] of Object.entries(await full.explain()))
          console.log(`${name}: ${nodes.join(', ')}`)
        return found
      },
      `p95 of each. Large: 100,000 customers and 20,000 products; small: 1,000 of each. Rows without a limit find
more in a larger company. Above are the nodes of the plans for the large lists.`,
    )
    await compareSizes(
      ['orders', '1,000,000', '10,000'],
      async () => {
        const [many, few] = [await stage.open('many_orders'), await stage.open('few_orders')]
        await many.storeOrders(1_000_000)
        await few.storeOrders(10_000)
        const rates = await compareOrderRates(many, effort)
        printTable(rates, effort)
        rows.push(...rates)
        return compareOrders(many, few)
      },
      'p95 of each; a tenth as many customers.',
    )
    if ('processes'.includes(given.only)) await compareProcesses(stage, effort)
    await compareSizes(
      ['bookings beside an import', 'during', 'before'],
      async () => compareDuringImport(await stage.open('importing', 'all')),
      'The import runs in a process beside the pages, below normal priority.',
    )
    finish(rows, sizes, goals)
  } finally {
    await stage.close()
  }
}

function finish(rows: Row[], sizes: SizeRow[], goals: GoalRow[]) {
  const met = rows.every(isInRange) && sizes.every(isWithinLimits) && goals.every(isReached)
  if (given.strict && !met) process.exitCode = 1
}
