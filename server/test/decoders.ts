import { readFile } from 'node:fs/promises'
import { scheduler } from 'node:timers/promises'

/** The processes that decode pictures for another one; where the system tells, which Linux does. */
export async function decodersOf(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).match(/\d+/g) ?? []
  const commands = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  )
  return children.filter((_, at) => commands[at]!.includes('decoder/main.ts')).map(Number)
}

/** Until a process is gone. */
export async function untilEnded(pid: number): Promise<void> {
  while (runs(pid)) await scheduler.wait(20)
}

function runs(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
