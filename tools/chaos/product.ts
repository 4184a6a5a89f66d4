import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { launchProduct } from '../../server/test/product.ts'

/** How a process of the app ended, and what it wrote to stderr. */
export interface Ending {
  code: number | null
  complaint: string
}

export interface Product {
  url: string
  pid: number
  /** Unexpected errors of requests and Node warnings on stderr. */
  faults: string[]
  /** Undefined while it runs. */
  ending: Ending | undefined
  /** kill -9. */
  kill(): Promise<void>
  stop(): Promise<Ending>
}

/** The app did not become ready. */
export class NotReadyError extends Error {
  readonly ending: Ending
  constructor(ending: Ending) {
    super(`The product ended with ${ending.code}: ${ending.complaint}`)
    this.ending = ending
  }
}

/** Starts the app as an operator does, without waiting. Limits are off, because all bookings come from a few addresses. */
export function launchApp(variables: Record<string, string>): ChildProcess {
  return launchProduct(
    {
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      MAIL_BUDGET_PER_DAY: '1000000',
      MAIL_FROM: 'shows@trunkshow.test',
      ...variables,
    },
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
}

/** Starts it and waits until it is ready. @throws NotReadyError */
export async function startProduct(variables: Record<string, string>): Promise<Product> {
  const app = launchApp(variables)
  const product: Pick<Product, 'faults' | 'ending'> = { faults: [], ending: undefined }
  const said: string[] = []
  createInterface(app.stderr!).on('line', (line) => {
    said.push(line)
    if (/unexpected error|Warning: |Unhandled/.test(line)) product.faults.push(line)
    if (process.env.CHAOS_SHOW) console.error(`  ${app.pid}: ${line}`)
  })
  const ended = once(app, 'close').then(([code]): Ending => {
    product.ending = { code, complaint: said.join('\n') }
    return product.ending
  })
  const url = await new Promise<string>((ready, fail) => {
    createInterface(app.stdout!).on('line', (line) => {
      if (/^Trunkshow is ready at /.test(line)) ready(`http://127.0.0.1:${variables.PORT}`)
    })
    ended.then((ending) => fail(new NotReadyError(ending)))
  })
  return Object.assign(product, {
    url,
    pid: app.pid!,
    async kill() {
      app.kill('SIGKILL')
      await ended
    },
    stop() {
      app.kill('SIGTERM')
      return ended
    },
  })
}
