import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../server/start-error.ts'
import type { Load } from './http-load.ts'

const run = promisify(execFile)

/** Runs an SQL script repeatedly for `seconds`, prepared, over `clients` connections. */
export async function loadSql(options: {
  url: string
  clients: number
  seconds: number
  script: string
}): Promise<Omit<Load, 'busy'>> {
  const { url, clients, seconds, script } = options
  const folder = await mkdtemp(join(tmpdir(), 'trunkshow-pgbench-'))
  try {
    const [file, log] = [join(folder, 'script.sql'), join(folder, 'log')]
    await writeFile(file, script)
    const { stdout } = await run(findPgbench(), [
      ...['--no-vacuum', '--protocol=prepared', `--client=${clients}`, '--jobs=2', `--time=${seconds}`],
      ...['--log', `--log-prefix=${log}`, `--file=${file}`],
      url,
    ])
    const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    if (!rate || !/^number of failed transactions: 0 /m.test(stdout))
      throw new Error(`pgbench said:\n${stdout}`)
    const logs = (await readdir(folder)).filter((name) => name.startsWith('log'))
    const lines = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')))
    // Client, transaction, microseconds, …
    const latencies = lines.flatMap((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => Number(line.split(' ')[2]) / 1000),
    )
    return { rate, latencies }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Finds pgbench. Debian does not put it in the PATH, but in a folder for each version.
 *
 * @throws StartError if there is none
 */
export function findPgbench(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => `${debian}/${version}/bin`),
  ]
  const found = folders
    .flatMap((folder) => [join(folder, 'pgbench'), join(folder, 'pgbench.exe')])
    .find((path) => existsSync(path))
  if (found) return found
  throw new StartError(
    'The bench compares with pgbench, which is not here: install PostgreSQL’s client programs (Debian: postgresql-contrib or postgresql).',
  )
}
