/** `npm run bench` compares the app's rates with those of PostgreSQL alone; with `--strict`, it fails below the targets. */
import { parseArgs } from 'node:util'
import { StartError } from '../../server/start-error.ts'
import { commitHeads, compareCommits } from './against.ts'
import { compareDuringChecks, compareDuringImport, compareFairness, compareWithReaders } from './beside.ts'
import { measureStaffWithLighthouse, measureWithLighthouse } from './lighthouse.ts'
import { compareCatalogs, compareOrderRates, compareOrders, measureSearchAndReports } from './lists.ts'
import { compareBookingsPages, compareStaffPages, measureGuestPage } from './pages.ts'
import { measureProcesses, prepareRates, rates } from './rates.ts'
import { goalHeads, printColumns, type Row, rateHeads, rateNote, rateRow, sizeHeads } from './report.ts'
import { explainLists } from './sql.ts'
import { openStage, type Stage } from './stage.ts'

const { values: given } = parseArgs({
  options: {
    strict: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    /** A part of a name: only tables or comparisons with it are measured. */
    only: { type: 'string', default: '' },
    /** Other commits, with commas between: each is checked out, installed and measured beside this one. */
    against: { type: 'string', default: '' },
  },
})
const effort = { rounds: Number(given.rounds), seconds: Number(given.seconds), clients: 32 }
const { rounds } = effort
const isChosen = ({ name }: { name: string }) => name.includes(given.only)

/** One table. The one of `rates` has no name, since each of them has one. */
interface Table {
  name: string
  heads: string[]
  measure: () => Promise<Row[]>
  note: string
}

/** Everything measured, in this order. What several tables share is prepared once. */
function listTables(stage: Stage): Table[] {
  const once = <Result>(make: () => Promise<Result>) => {
    let made: Promise<Result> | undefined
    return () => (made ??= make())
  }
  const staff = once(async () => compareStaffPages(await stage.open('staff', 500), rounds))
  const lighthouse = once(() => stage.open('lighthouse', 500))
  const many = once(() => stage.open('many_orders', 1_000_000))
  const prepared = once(() => prepareRates(stage, effort))
  return [
    {
      name: 'fairness',
      heads: sizeHeads('beside', 'alone'),
      measure: () => compareFairness(stage),
      note: `How long one company waits while another sends 1,500 bookings in half a minute, 20 heavy pictures, a file of
50,000 customers and 100 operations to its store, and how long it waits alone; server, database, mail server, store
and both companies share this machine.`,
    },
    {
      name: 'staff: until rows are painted',
      heads: sizeHeads('cold', 'on return'),
      measure: async () => (await staff()).loads,
      note: 'A fresh profile, then the same again, at 150 ms round trip and 1.6 Mbit/s, with 500 orders and 80 bookings; medians.',
    },
    {
      name: 'staff: until rows are painted',
      heads: sizeHeads('rows', 'first byte'),
      measure: async () => (await staff()).times,
      note: 'Beside the time until the first byte of the document; the browser and the server share this machine.',
    },
    {
      name: 'guest page',
      heads: goalHeads,
      measure: async () => measureGuestPage(await stage.open('guest_page'), rounds),
      note: `The public page of an event with 18 time slots, in a fresh browser profile at 150 ms round trip and 1.6 Mbit/s,
${rounds} times; what is loaded is compressed with gzip.`,
    },
    {
      name: 'lighthouse',
      heads: goalHeads,
      measure: async () => measureWithLighthouse(await lighthouse(), rounds),
      note: `The public page of an event with 40 time slots and a banner of 5 MB, as a phone on a simulated slow 4G network,
${rounds} times.`,
    },
    {
      name: 'lighthouse of staff',
      heads: goalHeads,
      measure: async () => measureStaffWithLighthouse(await lighthouse(), rounds),
      note: `Screens of the logged-in owner, with 500 orders and 80 bookings, ${rounds} times.`,
    },
    {
      name: 'search and reports, p95',
      heads: goalHeads,
      measure: async () => measureSearchAndReports(await many(), rounds),
      note: `1,000,000 orders and 100,000 customers, ${rounds} rounds. A search is its four calls at once, until the last answer.`,
    },
    {
      name: 'imports: beside eight checks of 15 MB',
      heads: sizeHeads('beside', 'before'),
      measure: async () => compareDuringChecks(await stage.open('import_checks')),
      note: `Eight companies each have a file of 15 MB checked at once; some may be told to try again. 100 connections are idle. The
rows of memory compare what is added with what there was.`,
    },
    {
      name: '',
      heads: rateHeads,
      measure: async () => {
        const rows: Row[] = []
        for (const { name, run, ...target } of rates.filter(isChosen)) {
          console.log(`${name} …`)
          rows.push(rateRow(name, await run(await prepared()), target))
        }
        return rows
      },
      note: rateNote(effort),
    },
    {
      name: 'against',
      heads: commitHeads,
      measure: async () => compareCommits(stage, given.against.split(',').filter(Boolean), effort),
      note: `Answers per second of ${effort.clients} clients, this commit and others in turn, ${rounds} rounds of ${effort.seconds} s each, all through HTTP;
one database for each commit, on the same PostgreSQL. Each ratio is the median over the rounds of this commit’s rate ÷ the other’s.`,
    },
    {
      name: 'bookings page in Chromium',
      heads: sizeHeads('10,000 slots', '40 slots'),
      measure: async () => compareBookingsPages((await prepared()).young, rounds),
      note: `The large show has 20,000 bookings, the small one 80; each page is opened ${rounds} times in a fresh browser
profile, in turn, and the median is shown.`,
    },
    {
      name: 'another page, p95',
      heads: sizeHeads('beside readers', 'idle'),
      measure: async () => compareWithReaders((await prepared()).young, effort.seconds * 4),
      note: `The readers and the measuring process share the machine's cores with the server. Readers never pause; the other page is
opened twenty times a second.`,
    },
    {
      name: 'lists of the catalog',
      heads: sizeHeads('large', 'small'),
      measure: async () => {
        const { full, young } = await prepared()
        const rows = await compareCatalogs(full, young)
        await explainLists(full)
        return rows
      },
      note: `p95 of each. Large: 100,000 customers and 20,000 products; small: 1,000 of each. Rows without a limit find
more in a larger company. Above are the nodes of the plans for the large lists.`,
    },
    {
      name: 'rates of orders',
      heads: rateHeads,
      measure: async () => compareOrderRates(await many(), effort),
      note: rateNote(effort),
    },
    {
      name: 'orders',
      heads: sizeHeads('1,000,000', '10,000'),
      measure: async () => compareOrders(await many(), await stage.open('few_orders', 10_000)),
      note: 'p95 of each; a tenth as many customers.',
    },
    {
      name: 'web processes',
      heads: ['', 'bookings', 'event pages', 'lists of orders'],
      measure: () => measureProcesses(stage, effort),
      note: `Answers per second (median and 99th percentile in ms) of ${effort.clients} clients. Server, PostgreSQL and the measuring
process share this machine's cores, so more processes help as long as cores are idle.`,
    },
    {
      name: 'bookings beside an import',
      heads: sizeHeads('during', 'before'),
      measure: async () => compareDuringImport(await stage.open('importing', 0, { ROLE: 'all' })),
      note: 'The import runs in a process beside the pages, below normal priority.',
    },
  ]
}

try {
  await using stage = await openStage()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stage[Symbol.asyncDispose]().finally(() => process.exit(1)))
  for (const { name, heads, measure, note } of listTables(stage)) {
    if (name ? !isChosen({ name }) : !rates.some(isChosen)) continue
    if (name === 'against' && !given.against) continue
    const rows = await measure()
    console.log()
    printColumns([[name, ...heads], ...rows.map(({ cells }) => cells)])
    console.log(`\n${note}`)
    if (given.strict && rows.some(({ ok }) => !ok)) process.exitCode = 1
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
