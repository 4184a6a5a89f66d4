import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { findFreePort } from '../db/embedded/find-free-port.ts'
import type { TestApp } from './app.ts'
import { decodersOf } from './decoders.ts'

/** Starts the product in its own process, serving a test's database. */
export async function startWebProcess(app: TestApp) {
  const port = String(await findFreePort())
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
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
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  async function end(signal: NodeJS.Signals) {
    child.kill(signal)
    await closed
  }
  onTestFinished(() => end('SIGTERM'))
  for await (const line of createInterface(child.stdout!)) if (line.startsWith('Trunkshow is ready')) break
  const pid = child.pid!
  return { origin: `http://localhost:${port}`, pid, end, peakMegabytes: watchMemory(pid) }
}

/**
 * Returns the peak memory of a process and its decoders in megabytes: the sum of their individual peaks. It polls more
 * often than idle decoders exit, so none is missed.
 */
function watchMemory(pid: number) {
  let peak = 0
  async function measurePeak() {
    const peaks = await Promise.all([pid, ...(await decodersOf(pid))].map(peakOf))
    peak = Math.max(
      peak,
      peaks.reduce((sum, megabytes) => sum + megabytes, 0),
    )
    return peak
  }
  const timer = setInterval(() => measurePeak().catch(() => {}), 1000)
  onTestFinished(() => clearInterval(timer))
  return measurePeak
}

/** Returns a process's peak memory in megabytes, or 0 if it has just ended. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
}
