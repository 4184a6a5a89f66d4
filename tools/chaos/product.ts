import { startProduct as start } from '../../server/test/product.ts'

/** Limits are off, because all bookings come from a few addresses. */
export const settings = {
  LOG_LEVEL: 'error',
  RATE_LIMIT: 'off',
  MAIL_BUDGET_PER_DAY: '1000000',
  MAIL_FROM: 'shows@trunkshow.test',
}

export type Product = Awaited<ReturnType<typeof startProduct>>

/** Starts the app as an operator does, and waits until it is ready. @throws if it ends before */
export async function startProduct(variables: Record<string, string>) {
  const said: string[] = []
  /** Unexpected errors of requests and Node warnings. */
  const faults: string[] = []
  const app = await start(
    { ...settings, ...variables },
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      onLine(line) {
        said.push(line)
        if (/unexpected error|Warning: |Unhandled/.test(line)) faults.push(line)
        if (process.env.CHAOS_SHOW) console.error(`  ${line}`)
      },
    },
  )
  const product = {
    // Not localhost, which is looked up as IPv6 first.
    url: app.url.replace('localhost', '127.0.0.1'),
    pid: app.pid,
    faults,
    /** How it ended and what it said; undefined while it runs. */
    ending: undefined as { code: number | null; complaint: string } | undefined,
    kill: () => app.end('SIGKILL'),
    async stop() {
      await app.end()
      return product.ending!
    },
    /** @throws if it has ended */
    mustRun() {
      const { ending } = product
      if (ending) throw new Error(`The app ended with ${ending.code}: ${ending.complaint}`)
    },
  }
  app.closed.then(([code]) => {
    product.ending = { code, complaint: said.slice(1).join('\n') }
  })
  return product
}
