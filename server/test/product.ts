import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { packageFolder } from '../package-folder.ts'
import { findFreePort } from '../platform/db/embedded.ts'
import { throughPooler } from './processes/pooler.ts'

/** The built app, as `npm start` runs it. */
export const builtApp = join(packageFolder, 'dist/main.js')

/** Starts the built app without waiting. Of this process's environment, it gets the PATH, and the pooler in front of its database. */
export function launchProduct(
  variables: Record<string, string>,
  options: { flags?: string[]; stdio?: SpawnOptions['stdio'] } = {},
): ChildProcess {
  const { flags = [], stdio = ['ignore', 'pipe', 'inherit'] } = options
  const pooled = throughPooler && 'DATABASE_URL' in variables
  return spawn(process.execPath, [...flags, builtApp], {
    cwd: join(packageFolder, '..'),
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'text',
      ...(pooled && { DATABASE_POOLER: 'transaction' }),
      ...variables,
    },
    stdio,
  })
}

/**
 * Starts the built app, on a free port unless the variables name one, and waits until it is ready.
 *
 * @throws Error when it ends before
 */
export async function startProduct(
  variables: Record<string, string>,
  options: Parameters<typeof launchProduct>[1] & { onLine?: (line: string) => void } = {},
) {
  const { PORT: port = String(await findFreePort()) } = variables
  const app = launchProduct({ ...variables, PORT: port }, options)
  const closed = once(app, 'close') as Promise<[code: number | null, signal: string | null]>
  const said: string[] = []
  const readyLine = await new Promise<string>((ready, fail) => {
    for (const output of [app.stdout, app.stderr]) {
      if (!output) continue
      createInterface(output).on('line', (line) => {
        options.onLine?.(line)
        said.push(line)
        if (/^({.*"msg":")?Trunkshow (is ready|works)/.test(line)) ready(line)
      })
    }
    closed.then(([code, signal]) =>
      fail(new Error(`The app ended with ${signal ?? code} before it was ready: ${said.join('\n')}`)),
    )
  })
  /** Sends a signal and waits until the app has exited. */
  async function end(signal: NodeJS.Signals = 'SIGTERM') {
    app.kill(signal)
    return closed
  }
  return { url: `http://localhost:${port}`, pid: app.pid!, readyLine, closed, end }
}
