import { printColumns } from '../bench/report.ts'

/** A measurement and its target. */
export interface Finding {
  what: string
  measured: string
  target: string
  ok: boolean
  /** A time, which depends on the machine: no test asserts it. */
  timed?: boolean
}

/** The findings of one scenario. */
export interface Report {
  title: string
  findings: Finding[]
  /** Problems that are not a number. */
  faults: string[]
  /** Why it could not run here. */
  skipped?: string
}

const finding = (what: string, measured: number | string, target = '', ok = true): Finding => ({
  what,
  measured: String(measured),
  target,
  ok,
})

/** A number without a target. */
export const info = (what: string, measured: number | string) => finding(what, measured)
export const exactly = (what: string, measured: number, wanted: number) =>
  finding(what, measured, String(wanted), measured === wanted)
export const atMost = (what: string, measured: number, limit: number) =>
  finding(what, measured, `≤ ${limit}`, measured <= limit)
export const atLeast = (what: string, measured: number, limit: number) =>
  finding(what, measured, `≥ ${limit}`, measured >= limit)

/** The longest of these times in milliseconds, with a limit in seconds; no times at all fail. */
export function within(what: string, times: number[], seconds: number): Finding {
  const longest = Math.max(...times) / 1000
  const ok = times.length > 0 && longest <= seconds
  return { ...finding(what, `${longest.toFixed(2)} s`, `≤ ${seconds} s`, ok), timed: true }
}

export function printReport({ title, findings, faults, skipped }: Report) {
  console.log(`\n${title}`)
  if (skipped) console.log(`  SKIPPED: ${skipped}`)
  printColumns(
    findings.map(({ what, measured, target, ok }) => [
      `  ${what}`,
      measured,
      target,
      target && (ok ? 'ok' : 'FAILED'),
    ]),
  )
  for (const fault of faults.slice(0, 10)) console.log(`  ! ${fault}`)
  if (faults.length > 10) console.log(`  ! and ${faults.length - 10} more`)
}

/** All problems except times, which depend on the machine. */
export function faultsOf({ findings, faults }: Report): string[] {
  const wrong = findings.filter(({ ok, timed }) => !ok && !timed)
  return [...faults, ...wrong.map(({ what, measured, target }) => `${what}: ${measured}, not ${target}`)]
}
