import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runAs } from './run-as.ts'

/** Returns the server that runs a cluster, from PostgreSQL's own pid file. */
export async function findPostmaster(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const path = join(cluster, 'postmaster.pid')
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid || !isAlive(pid)) return undefined
  if (await isPostgres(pid)) return { pid, port }
  // Left by a crash, and its pid now belongs to another process: PostgreSQL would refuse to start.
  await rm(path, { force: true })
  return undefined
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is PostgreSQL; a zombie, which some containers' init never reaps, is not. */
async function isPostgres(pid: number) {
  if (process.platform === 'win32') return true
  const command =
    process.platform === 'linux'
      ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')[0]!
      : (await runAs(undefined, 'ps', ['-o', 'comm=', '-p', String(pid)])).output
  return command.endsWith('postgres')
}
