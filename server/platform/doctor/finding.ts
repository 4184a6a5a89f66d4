/** One line of the doctor's report. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem'
  about: string
  /** What was found, as a sentence. */
  found: string
  todo?: string
}

/** What a check found: one finding, or those that are not false. */
export type Findings = Finding | (Finding | false)[]

/** Returns what makes the findings about one thing: each of what was found and, unless it is fine, what to do about it. */
export const findingsOn = (about: string) => ({
  ok: (found: string): Finding => ({ state: 'ok', about, found }),
  warning: (found: string, todo: string): Finding => ({ state: 'warning', about, found, todo }),
  problem: (found: string, todo: string): Finding => ({ state: 'problem', about, found, todo }),
})

/** Writes a finding for the terminal. */
export function writeFinding({ state, about, found, todo }: Finding): string {
  const line = `${state.padEnd(8)} ${about}: ${found}`
  return todo ? `${line}\n         → ${todo}` : line
}

const TIMEOUT_MS = 5000

/** How the doctor connects to a database: for some seconds at most. */
export const connectionTo = (connectionString: string) => ({
  connectionString,
  application_name: 'trunkshow doctor',
  connectionTimeoutMillis: TIMEOUT_MS,
  query_timeout: TIMEOUT_MS,
})

/** The reason in an error, such as ECONNREFUSED; `fetch` and Drizzle hide it in the cause. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  return (cause ? reasonOf(cause) : '') || message || code || String(error)
}

const MAX_CLOCK_SECONDS = 5
const WRONG_CLOCK_SECONDS = 60

/**
 * Compares this machine's clock with another one.
 *
 * @param ours when the other clock was read, in milliseconds
 * @param resolution of the other clock, in seconds
 */
export function compareClocks(whose: string, theirs: Date, ours: number, resolution = 0): Finding {
  const seconds = Math.max(0, Math.abs(ours - theirs.getTime()) / 1000 - resolution)
  const off = `this machine's clock is ${ours > theirs.getTime() ? 'ahead of' : 'behind'} that of ${whose} by ${Math.round(seconds)} seconds`
  const { ok, problem, warning } = findingsOn('Clock')
  if (seconds <= MAX_CLOCK_SECONDS) return ok(`agrees with that of ${whose}.`)
  const todo =
    'Turn on time synchronization (NTP) on both machines: reminders and links that expire follow the clock.'
  return seconds > WRONG_CLOCK_SECONDS ? problem(`${off}.`, todo) : warning(`${off}.`, todo)
}
