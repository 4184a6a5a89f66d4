import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'

/** Starts a Shopify worker in a process that tests can kill. */
export function startShopifyWorker({
  databaseUrl,
  databasePooler,
  appSecret,
  dataDir,
  shopifyAdminOrigin,
}: Config) {
  return spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('work-shopify.ts', import.meta.url))],
    {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        DATABASE_POOLER: databasePooler,
        APP_SECRET: appSecret,
        DATA_DIR: dataDir,
        SHOPIFY_ADMIN_ORIGIN: shopifyAdminOrigin!,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
}
