import { parseArgs } from 'node:util'
import * as cluster from './cluster.ts'
import * as crashes from './crashes.ts'
import * as disks from './disks.ts'
import * as machine from './machine.ts'
import * as mail from './mail.ts'
import * as money from './money.ts'
import * as races from './races.ts'
import { printReport, type Scenario } from './runner.ts'
import * as starts from './starts.ts'

const all: Record<string, Scenario> = {
  ...cluster,
  ...crashes,
  ...races,
  ...mail,
  ...money,
  ...starts,
  ...disks,
  ...machine,
}

/** Each scenario by its name on the command line, such as `own-database` of `ownDatabase`. */
export const scenarios = Object.fromEntries(
  Object.entries(all).map(([name, scenario]) => [name.replace(/[A-Z]/g, '-$&').toLowerCase(), scenario]),
)

/**
 * Breaks the running app in different ways and prints any loss, with the targets. `npm run chaos` takes a few minutes;
 * `-- --full` runs the full numbers. Add names of scenarios to run only those.
 */
async function main() {
  const { values, positionals } = parseArgs({
    options: { full: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const unknown = positionals.find((name) => !(name in scenarios))
  if (unknown) {
    console.error(`There is no ${unknown}: choose among ${Object.keys(scenarios).join(', ')}.`)
    process.exit(1)
  }
  for (const name of positionals.length ? positionals : Object.keys(scenarios)) {
    const { title, skip, run } = scenarios[name]!
    console.log(`\n${title}`)
    if (skip) {
      console.log(`  SKIPPED: ${skip}`)
      continue
    }
    const report = await run(values.full ? 'full' : 'usual')
    printReport(report)
    if (report.faults.length || report.findings.some(({ ok }) => !ok)) process.exitCode = 1
  }
}

if (import.meta.main) await main()
