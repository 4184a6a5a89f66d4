import { tmpdir } from 'node:os'
import { readConfig } from '../../server/config.ts'
import { startProduct } from '../../server/test/product.ts'

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
  pid: number
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
  const { url, pid, end } = await startProduct(
    {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      QUOTAS: 'off', // it stores a million orders
      ...variables,
      ROLE: role,
      ...others,
    },
    { flags },
  )
  // Not localhost, which is looked up as IPv6 first.
  return { url: url.replace('localhost', '127.0.0.1'), pid, stop: async () => void (await end()) }
}
