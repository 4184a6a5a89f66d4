import { readFile } from 'node:fs/promises'
import { scheduler } from 'node:timers/promises'

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
