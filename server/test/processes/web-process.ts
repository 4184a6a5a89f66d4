import { readFile } from 'node:fs/promises'
import { scheduler } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { TestApp } from '../app.ts'
import { startProduct } from '../product.ts'

/** What a web process and its decoders may need together, whatever is uploaded (decision 009). */
export const MAX_MEGABYTES = 650

/** Starts the product in its own process, serving a test's database. */
export async function startWebProcess(app: TestApp) {
  const { appSecret, dataDir, databaseUrl } = app.config
  const { url, pid, end } = await startProduct({
    ROLE: 'web',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl!,
    APP_SECRET: appSecret,
  })
  onTestFinished(async () => void (await end()))
  return { origin: url, pid, end, peakMegabytes: watchMemory(pid) }
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

/** Lists the picture decoders of a process; only Linux reports them. */
export async function decodersOf(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).match(/\d+/g) ?? []
  const commands = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  )
  return children.filter((_, at) => commands[at]!.includes('decoder.js')).map(Number)
}

/** Waits until a process has ended. */
export async function waitUntilEnded(pid: number): Promise<void> {
  while (runs(pid)) await scheduler.wait(20)
}

function runs(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
