/** One row of the table: a measurement and its target. */
export interface Finding {
  what: string
  measured: string
  threshold: string
  ok: boolean
  /** A time, which depends on the machine: no test asserts it. */
  timed?: boolean
}

/** The findings of one scene. */
export interface Report {
  title: string
  findings: Finding[]
  /** Problems that are not a number. */
  faults: string[]
  /** Why the scene could not run here. */
  skipped?: string
}

/** A number that must have this value. */
export function exactly(what: string, measured: number, wanted: number): Finding {
  return { what, measured: String(measured), threshold: String(wanted), ok: measured === wanted }
}

export function atMost(what: string, measured: number, limit: number): Finding {
  return { what, measured: String(measured), threshold: `≤ ${limit}`, ok: measured <= limit }
}

export function atLeast(what: string, measured: number, limit: number): Finding {
  return { what, measured: String(measured), threshold: `≥ ${limit}`, ok: measured >= limit }
}

/** The longest of these times in milliseconds, with a limit in seconds; no times at all fail. */
export function within(what: string, times: number[], seconds: number): Finding {
  const longest = Math.max(...times) / 1000
  const ok = times.length > 0 && longest <= seconds
  return { what, measured: `${longest.toFixed(2)} s`, threshold: `≤ ${seconds} s`, ok, timed: true }
}

/** A number without a target. */
export function info(what: string, measured: number | string): Finding {
  return { what, measured: String(measured), threshold: '', ok: true }
}

export function printReport({ title, findings, faults, skipped }: Report) {
  const width = (key: 'what' | 'measured' | 'threshold') =>
    Math.max(...findings.map((finding) => finding[key].length))
  console.log(`\n${title}`)
  if (skipped) console.log(`  SKIPPED: ${skipped}`)
  for (const { what, measured, threshold, ok } of findings) {
    const verdict = threshold && (ok ? 'ok' : 'FAILED')
    const columns = [
      what.padEnd(width('what')),
      measured.padStart(width('measured')),
      threshold.padEnd(width('threshold')),
    ]
    console.log(`  ${columns.join('   ')}   ${verdict}`)
  }
  for (const fault of faults.slice(0, 10)) console.log(`  ! ${fault}`)
  if (faults.length > 10) console.log(`  ! and ${faults.length - 10} more`)
}

/** All problems except times, which depend on the machine. */
export function faultsOf({ findings, faults }: Report): string[] {
  const wrong = findings.filter(({ ok, timed }) => !ok && !timed)
  return [
    ...faults,
    ...wrong.map(({ what, measured, threshold }) => `${what}: ${measured}, not ${threshold}`),
  ]
}

export function isMet({ findings, faults }: Report): boolean {
  return findings.every(({ ok }) => ok) && faults.length === 0
}
