import { examine } from './examine.ts'
import { writeFinding } from './finding.ts'

/** `npm run doctor`, or `npm run doctor -- --send you@example.com`. Ends with 1 if there is a problem. */
const [flag, address] = process.argv.slice(2)
if (flag !== undefined && (flag !== '--send' || !address?.includes('@'))) {
  console.error('Run npm run doctor, or npm run doctor -- --send you@example.com to send a test email.')
  process.exit(1)
}
const findings = await examine(process.env, address)
for (const finding of findings) console.log(writeFinding(finding))
const count = (state: string) => findings.filter((finding) => finding.state === state).length
const inWords = (state: string) => `${count(state)} ${state}${count(state) === 1 ? '' : 's'}`
console.log(`\n${inWords('problem')}, ${inWords('warning')}`)
process.exit(count('problem') > 0 ? 1 : 0)
