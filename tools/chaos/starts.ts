import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../server/package-folder.ts'
import { findFreePort } from '../../server/platform/db/embedded.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { findBookingFaults } from '../../server/test/booking-faults.ts'
import { launchProduct } from '../../server/test/product.ts'
import { nextVersion, writeNextVersion } from '../../server/test/versions.ts'
import { registerHost, run, until } from '../bench/harness.ts'
import { STORE_BOOKINGS } from '../bench/seed.ts'
import { startGuests } from './guests.ts'
import { atLeast, compareBookings, exactly, info, scenario, within } from './runner.ts'
import { type ChaosDatabase, openDatabase, openStage, type Stage, settings, startPair } from './stage.ts'

/** Starts a second app on the same data folder, while the first one runs and after it was killed. */
export const twoApps = scenario({
  title: 'two apps on one data folder',
  sizes: { test: 1, usual: 3, full: 10 },
  async run(stage, tries) {
    const first = await stage.start()
    const sentence = `Trunkshow already runs on this data folder as process ${first.pid}: stop that first, or choose another DATA_DIR and PORT.`
    // Where it runs as root, it first says that PostgreSQL runs as another user.
    const refusal = /^The app ended with 1 before it was ready: (PostgreSQL may not run as root.*\n)?(.*)$/
    const again = async () =>
      stage.start({ PORT: String(await findFreePort()) }).then(
        () => 'A second app started',
        (error: Error) => error.message,
      )
    const said: string[] = []
    for (let attempt = 0; attempt < tries; attempt++) said.push(await again())
    const unharmed = await fetch(first.url)
    await first.kill()
    const killed = performance.now()
    const next = await again()
    const started = next === 'A second app started'
    const others = said.filter((message) => refusal.exec(message)?.[2] !== sentence)
    stage.faults.push(...others, ...(started ? [] : [next]))
    return [
      info('starts of a second app', tries),
      exactly('refused in one sentence that names the first', tries - others.length, tries),
      exactly('the first app still answers', unharmed.status, 200),
      exactly('started once the first was killed', started ? 1 : 0, 1),
      within('time from its kill to the next ready one', [performance.now() - killed], 10),
    ]
  },
})

/** Debian installs nginx where only root looks for programs. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
const runs = (program: string, question: string) => spawnSync(program, [question], { env }).status === 0

/** Restarts two web processes behind nginx one after another, while guests book and read pages. No request may fail. */
export const rollingRestart = scenario({
  title: 'two web processes behind nginx are restarted one after another',
  skip: !(runs('nginx', '-v') && runs('openssl', 'version')) && 'nginx or openssl is not installed',
  sizes: { usual: 2, full: 10 },
  async run(stage, restarts) {
    const tlsPort = await findFreePort()
    const url = `https://localhost:${tlsPort}`
    const pair = await startPair(stage, { ROLE: 'web', PUBLIC_URL: url, TRUST_PROXY: 'on' })
    const { database, products } = pair
    await startNginx(stage, pair.ports, tlsPort)
    const host = await registerHost(url)
    const show = await host.makeShow()
    const guests = startGuests(stage, { url, show, load: { clients: 16, pauseMs: 100 }, cookie: host.cookie })
    const stops: number[] = []
    for (let restart = 0; restart < restarts; restart++) {
      await guests.waitForMore(100)
      const old = products[restart % 2]!
      const stopped = performance.now()
      const { code, complaint } = await old.stop()
      stops.push(performance.now() - stopped)
      if (code !== 0) stage.faults.push(`a process ended with ${code}: ${complaint}`)
      await guests.waitForMore(100)
      products[restart % 2] = await pair.start(restart % 2)
    }
    await guests.waitForMore(100)
    await guests.stop()
    const outcome = await compareBookings(stage, database.query, guests, show.id)
    return [
      info('restarts', restarts),
      info('requests', guests.answered.length),
      exactly('requests without an answer', guests.count.lost, 0),
      exactly('answers 503', guests.count.refused, 0),
      exactly('bookings that were tried again', guests.count.replayed, 0),
      within('longest answer', guests.times(), 5),
      within('longest time from SIGTERM to the exit', stops, 15),
      ...outcome,
    ]
  },
})

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))

/** Starts nginx with `deploy/nginx.conf`, of which only names, ports and certificate are replaced; trusts the certificate. */
async function startNginx(stage: Stage, ports: string[], tlsPort: number): Promise<void> {
  const folder = join(stage.folder, 'nginx')
  await mkdir(folder)
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names]
  await run('openssl', [...request, '-keyout', key, '-out', certificate], { env })
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certificate, 'utf8')])

  const site = (await readFile(join(deploy, 'nginx.conf'), 'utf8'))
    .replace(/^( *)server 127\.0\.0\.1:3000 (.*)$/m, (_, space, options) =>
      ports.map((port) => `${space}server 127.0.0.1:${port} ${options}`).join('\n'),
    )
    .replaceAll('shows.example.com', 'localhost')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await findFreePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${tlsPort} `)
  await writeFile(join(folder, 'site.conf'), site)
  await copyFile(join(deploy, 'nginx-without-root.conf'), join(folder, 'nginx.conf'))
  const args = ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;']
  const nginx = spawn('nginx', args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const exit = once(nginx, 'exit')
  stage.later(async () => {
    nginx.kill('SIGQUIT')
    await exit
  })
  const isUp = () => fetch(`https://localhost:${tlsPort}/healthz`).catch(() => null)
  await until(() => nginx.exitCode !== null || isUp())
}

const FILE_BYTES = 50_000
const BOOKINGS_PER_SECOND = 300

/** Backs up a large shop while guests book in it, and looks for all that was acknowledged before in a restored one. */
export const backup = scenario({
  title: 'a backup of a busy shop',
  sizes: { usual: { stored: 10_000, files: 200 }, full: { stored: 100_000, files: 2000 } },
  async run(stage, { stored, files }) {
    const product = await stage.start()
    const host = await registerHost(product.url)
    const database = await openDatabase(stage.dataDir)
    const show = await host.makeShow()
    await database.query('UPDATE time_slots SET total_slots = 1000 WHERE event_id = $1', [show.id])
    await database.query(STORE_BOOKINGS, [show.id, Math.ceil(stored / show.slots.length)])
    const uploads = 'uploads/orders/1'
    await mkdir(join(stage.dataDir, uploads), { recursive: true })
    for (let file = 0; file < files; file++) {
      const path = join(stage.dataDir, uploads, `${randomBytes(16).toString('hex')}.jpg`)
      await writeFile(path, randomBytes(FILE_BYTES))
    }

    const load = { clients: 64, pauseMs: (1000 * 64) / BOOKINGS_PER_SECOND }
    const guests = startGuests(stage, { url: product.url, show, load })
    await guests.waitForMore(BOOKINGS_PER_SECOND)
    const before = [...guests.acknowledged]
    const archive = join(stage.folder, 'shop.tar.gz')
    const writing = await runBackup('backup', archive, stage.dataDir)
    const during = guests.acknowledged.length - before.length
    await guests.stop()

    const restored = join(stage.folder, 'restored')
    const reading = await runBackup('restore', archive, restored)
    const other = await stage.start({ DATA_DIR: restored, PORT: String(await findFreePort()) })
    const copy = await openDatabase(restored)
    const [count] = await copy.query<{ rows: number }>('SELECT count(*)::int AS rows FROM bookings')
    const after = startGuests(stage, { url: other.url, show, load: { clients: 1 } })
    await after.waitForMore(1)
    await after.stop()
    stage.faults.push(...(await findBookingFaults(copy.query, show.id, before)))
    return [
      info('bookings acknowledged before it', before.length),
      info('bookings a second while it was written', Math.round((during / writing) * 1000)),
      info('megabytes', ((await stat(archive)).size / 1_000_000).toFixed(1)),
      info('seconds to write it', (writing / 1000).toFixed(1)),
      within('time to restore it', [reading], 60),
      atLeast('bookings restored', count!.rows, stored + before.length),
      exactly('files restored', (await readdir(join(restored, uploads))).length, files),
      exactly('guests who could not go on there', after.acknowledged.length ? 0 : 1, 0),
    ]
  },
})

/** Runs `npm run backup` or `npm run restore` without npm. @returns milliseconds */
async function runBackup(command: 'backup' | 'restore', archive: string, dataDir: string) {
  const started = performance.now()
  const args = [join(packageFolder, 'dist/backup.js'), command, archive]
  await run(process.execPath, args, { env: { PATH: process.env.PATH, DATA_DIR: dataDir } })
  return performance.now() - started
}

/** A migration whose start, long middle and end are each visible in the database. */
const NEXT = `
CREATE TABLE chaos_begun (id int);--> statement-breakpoint
ALTER TABLE companies ADD COLUMN chaos int NOT NULL DEFAULT 1;--> statement-breakpoint
INSERT INTO chaos_begun SELECT n FROM generate_series(1, 50000) AS n;--> statement-breakpoint
SELECT pg_sleep(0.5);--> statement-breakpoint
CREATE TABLE chaos_ended (id int);`
const PARTS = `
  SELECT count(*)::int AS parts FROM (
    SELECT 1 FROM information_schema.tables WHERE table_name IN ('chaos_begun', 'chaos_ended')
    UNION ALL SELECT 1 FROM information_schema.columns WHERE table_name = 'companies' AND column_name = 'chaos'
    UNION ALL SELECT 1 FROM drizzle.__drizzle_migrations WHERE created_at = ${nextVersion}
  ) AS found`
const ALL = 4
const UNDO = `DROP TABLE chaos_begun, chaos_ended; ALTER TABLE companies DROP COLUMN chaos;
  DELETE FROM drizzle.__drizzle_migrations WHERE created_at = ${nextVersion}`
const UNDER_WAY = `SELECT 1 FROM pg_stat_activity JOIN pg_locks USING (pid)
  WHERE application_name = 'trunkshow migrate' AND mode = 'AccessExclusiveLock'`

/** Kills a new version's migration midway, alone and with its database, and a first start at any point. */
export const migration = scenario({
  title: 'a migration killed midway',
  sizes: { test: 2, usual: 6, full: 30 },
  async run(stage, rounds) {
    const firstStarts = rounds / 2
    const database = await stage.openServer()
    const folder = await writeNextVersion(stage.folder, NEXT)
    await migrate(database.url)
    const countParts = async () => (await database.query<{ parts: number }>(PARTS))[0]!.parts
    const outcomes = { old: 0, new: 0, half: 0 }
    for (let round = 0; round < rounds; round++) {
      await killOnce(database, folder, round % 2 === 0)
      const parts = await countParts()
      outcomes[parts === 0 ? 'old' : parts === ALL ? 'new' : 'half']++
      await migrate(database.url, folder)
      if ((await countParts()) !== ALL) outcomes.half++
      await database.query(UNDO)
    }
    for (let round = 0; round < firstStarts; round++) stage.faults.push(...(await killFirstStart()))
    return [
      info('kills of the process or its database', rounds),
      info('left the old version', outcomes.old),
      info('had made the new one', outcomes.new),
      exactly('left half of it', outcomes.half, 0),
      info('first starts killed at any moment', firstStarts),
      exactly('that could not be followed by a good one', stage.faults.length, 0),
    ]
  },
})

/** Kills while the migration is running: its table is locked and not committed yet. */
async function killOnce(database: ChaosDatabase, folder: string, withDatabase: boolean) {
  const script = fileURLToPath(new URL('run-migration.ts', import.meta.url))
  const args = ['--import', 'tsx', script, database.url, folder]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const exit = once(child, 'exit')
  await until(async () => child.exitCode !== null || (await database.query(UNDER_WAY)).length)
  await setTimeout(Math.random() * 600)
  if (withDatabase) await database.signal('SIGKILL', 'first')
  else child.kill('SIGKILL')
  await exit
  if (withDatabase) await database.revive()
}

/** Interrupts a first start anywhere between creating the database files and pg-boss's tables. @returns what is wrong after it */
async function killFirstStart(): Promise<string[]> {
  await using stage = await openStage()
  const first = launchProduct({ ...settings, DATA_DIR: stage.dataDir, PORT: stage.port })
  const exit = once(first, 'exit')
  const moment = Math.random() * 5000
  await setTimeout(moment)
  first.kill('SIGKILL')
  await exit
  try {
    const { status } = await fetch((await stage.start()).url)
    return status === 200 ? [] : [`killed after ${moment} ms, the next start answers ${status}`]
  } catch (error) {
    return [(error as Error).message]
  }
}
