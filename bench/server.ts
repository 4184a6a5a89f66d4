import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../server/config.ts'
import { findFreePort } from '../server/db/embedded/find-free-port.ts'

/** The server's configuration without its database. The bench knows the secret, so it can sign its guests' forms. */
const variables = {
  APP_SECRET: 'a secret of the bench alone',
  ROLE: 'web',
  TRUST_PROXY: 'on',
  LOG_LEVEL: 'warn',
}

export const config = readConfig({ ...variables, ROLE: 'all', DATA_DIR: tmpdir() })

export interface Server {
  url: string
  stop: () => Promise<void>
}

/**
 * One process of the app, as an operator runs it behind a proxy, with all limits on. With the role `web`
 * no emails are sent, because no worker runs.
 */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  role: 'web' | 'all',
  others: Record<string, string> = {},
): Promise<Server> {
  const flags = process.env.BENCH_NODE_FLAGS?.split(' ') ?? [] // such as --cpu-prof
  const port = String(await findFreePort())
  const app = spawn(process.execPath, [...flags, '--import', 'tsx', 'server/main.ts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      PORT: port,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      QUOTAS: 'off', // it stores a million orders
      ...variables,
      ROLE: role,
      ...others,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(app, 'exit')
  const ready = new Promise<string>((found) =>
    createInterface(app.stdout).on('line', (line) => {
      const [, url] = /^Trunkshow is ready at (\S+)/.exec(line) ?? []
      if (url) found(`http://127.0.0.1:${port}`)
    }),
  )
  const ended = exit.then(([code]) => Promise.reject(new Error(`The server ended: ${code}`)))
  ended.catch(() => {})
  return {
    url: await Promise.race([ready, ended]),
    async stop() {
      app.kill('SIGTERM')
      await exit
    },
  }
}
