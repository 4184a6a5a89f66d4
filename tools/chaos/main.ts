import { parseArgs } from 'node:util'
import { printReport, type Report } from './findings.ts'
import { scenarios } from './scenarios.ts'

/**
 * Breaks the running app in different ways and prints any loss, with the targets. `npm run chaos` takes a few minutes;
 * `-- --full` runs the full numbers. Add names of scenarios to run only those.
 */
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
  const report = await scenarios[name]!.run(values.full ? 'full' : 'usual').catch(
    (error: Error): Report => ({ title: name, findings: [], faults: [error.stack ?? error.message] }),
  )
  printReport(report)
  if (report.faults.length || report.findings.some(({ ok }) => !ok)) process.exitCode = 1
}
