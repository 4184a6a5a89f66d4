import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { findFreePort } from '../db/embedded/find-free-port.ts'
import type { TestApp } from './app.ts'

/** Makes a process answer each message with the most memory it ever had, in kilobytes. */
const tellMemory = `data:text/javascript,process.on('message', () => process.send(process.resourceUsage().maxRSS))`

/** The product as a process of its own, which serves pages on a test's database and tells how much memory it took. */
export async function startWebProcess(app: TestApp) {
  const port = String(await findFreePort())
  const arguments_ = ['--import', tellMemory, '--import', 'tsx', 'server/main.ts']
  const child = spawn(process.execPath, arguments_, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      ROLE: 'web',
      PORT: port,
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: app.config.databaseUrl!,
      APP_SECRET: app.config.appSecret,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await closed
  })
  for await (const line of createInterface(child.stdout!)) if (line.startsWith('Trunkshow is ready')) break
  return {
    origin: `http://localhost:${port}`,
    async mostMegabytes() {
      const answer = once(child, 'message')
      child.send('memory')
      return ((await answer)[0] as number) / 1024
    },
  }
}
