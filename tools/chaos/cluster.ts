import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runSql } from '../../server/test/run-sql.ts'
import { call, registerHost, run, until } from '../bench/harness.ts'
import { startGuests } from './guests.ts'
import { atLeast, compareBookings, exactly, info, scenario, within } from './runner.ts'
import type { Stage } from './stage.ts'

const deploy = new URL('../../deploy/cluster/', import.meta.url)

/** The machines of the database; c has no PostgreSQL, and is the witness. */
const names = ['a', 'b', 'c'] as const
type Name = (typeof names)[number]
/** A private network of the scenario's own, in place of the one in the files of deploy/cluster. */
const NETWORK = '10.213.7'
const addressOf = (name: Name) => `${NETWORK}.${names.indexOf(name) + 1}`

/** How long a program is away after it was killed: systemd's RestartSec of a few seconds. */
const RESTART_MS = 3000
/** How long something stays frozen or cut off: longer than the leader's lease. */
const AWAY_MS = 15_000

/** Programs that the scenario needs from Debian. @returns why it cannot run here */
function findMissing(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it needs root on Linux, for networks of its own'
  const programs = ['ip', 'setpriv', 'etcd', 'patroni', 'haproxy', '/usr/lib/postgresql/15/bin/postgres']
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
  return (
    missing.length > 0 && `${missing.join(', ')} not found: install patroni, etcd-server, haproxy, postgresql`
  )
}

interface Program {
  pid: number | undefined
}

/** Starts a program, and again each time it ends, as systemd does. */
function supervise(stage: Stage, [file, ...args]: [string, ...string[]]): Program {
  const program: Program = { pid: undefined }
  let isOver = false
  async function keep() {
    while (!isOver) {
      const child = spawn(file, args, { stdio: process.env.CHAOS_SHOW ? 'inherit' : 'ignore' })
      program.pid = child.pid
      await once(child, 'exit')
      program.pid = undefined
      if (!isOver) await setTimeout(RESTART_MS)
    }
  }
  const kept = keep()
  stage.later(async () => {
    isOver = true
    if (program.pid) process.kill(program.pid, 'SIGKILL')
    await kept
  })
  return program
}

/** Opens a network with a machine for each name, as namespaces joined by a bridge. */
async function openNetwork(stage: Stage) {
  const ip = (...args: string[]) => run('ip', args)
  /** Signals every process of a machine at once. */
  async function signal(name: Name, signal: NodeJS.Signals) {
    const { stdout } = await ip('netns', 'pids', `ts-${name}`)
    for (const pid of stdout.split('\n').filter(Boolean)) {
      try {
        process.kill(Number(pid), signal)
      } catch {} // it has ended by itself
    }
  }

  /** Removes a machine, with what runs on it: PostgreSQL outlives a Patroni that was killed. */
  async function remove(name: Name) {
    await signal(name, 'SIGKILL')
    await ip('link', 'del', `ts-${name}`)
    await ip('netns', 'del', `ts-${name}`)
  }

  // What an interrupted run left.
  for (const name of names) await remove(name).catch(() => {})
  await ip('link', 'del', 'tsbridge').catch(() => {})

  await ip('link', 'add', 'tsbridge', 'type', 'bridge')
  stage.later(() => ip('link', 'del', 'tsbridge'))
  await ip('addr', 'add', `${NETWORK}.254/24`, 'dev', 'tsbridge')
  await ip('link', 'set', 'tsbridge', 'up')
  for (const name of names) {
    await ip('netns', 'add', `ts-${name}`)
    stage.later(() => remove(name))
    await ip('link', 'add', `ts-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `ts-${name}`)
    await ip('link', 'set', `ts-${name}`, 'master', 'tsbridge', 'up')
    await ip('-n', `ts-${name}`, 'addr', 'add', `${addressOf(name)}/24`, 'dev', 'eth0')
    for (const device of ['eth0', 'lo']) await ip('-n', `ts-${name}`, 'link', 'set', device, 'up')
  }
  return {
    /** The command that runs another one on a machine. */
    on: (name: Name, ...command: string[]): [string, ...string[]] => [
      'ip',
      'netns',
      'exec',
      `ts-${name}`,
      ...command,
    ],
    setLink: (name: Name, state: 'up' | 'down') => ip('link', 'set', `ts-${name}`, state),
    signal,
  }
}

interface Member {
  name: Name
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
}

/** Starts the cluster of deploy/cluster, with its files as they are except for addresses and folders. */
async function openCluster(stage: Stage) {
  const network = await openNetwork(stage)
  const { stdout } = await run('id', ['-u', 'postgres'])
  const uid = Number(stdout)

  /** Copies a file of deploy/cluster for a machine. @returns its path */
  async function configure(file: string, name: Name, changes: [string | RegExp, string][]) {
    const folder = join(stage.folder, name)
    await mkdir(folder, { recursive: true })
    await chown(folder, uid, uid)
    const own: [string | RegExp, string][] = [
      [/^name: a$/gm, `name: ${name}`],
      [/^((?!.*(hosts|cluster:|server)).*)10\.0\.0\.1/gm, `$1${addressOf(name)}`],
      [/10\.0\.0\./g, `${NETWORK}.`],
    ]
    const text = [...own, ...changes].reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      await readFile(new URL(file, deploy), 'utf8'),
    )
    await writeFile(join(folder, file), text)
    return join(folder, file)
  }

  const etcd: Partial<Record<Name, Program>> = {}
  const patroni: Partial<Record<Name, Program>> = {}
  for (const name of names) {
    const file = await configure('etcd.yml', name, [
      ['/var/lib/etcd/trunkshow', join(stage.folder, name, 'etcd')],
    ])
    etcd[name] = supervise(stage, network.on(name, 'etcd', '--config-file', file))
  }
  for (const name of ['a', 'b'] as const) {
    const file = await configure('patroni.yml', name, [
      ['/var/lib/postgresql/15/trunkshow', join(stage.folder, name, 'data')],
      ['/var/run/postgresql', join(stage.folder, name)],
      ['/var/lib/postgresql/.pgpass-patroni', join(stage.folder, name, 'pgpass')],
    ])
    const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
    patroni[name] = supervise(stage, network.on(name, ...asPostgres, 'patroni', file))
  }
  const proxies = [0, 1].map((which) => ({ primary: 5200 + which * 10, replica: 5201 + which * 10 }))
  const haproxy: Program[] = []
  for (const [which, { primary, replica }] of proxies.entries()) {
    const folder = join(stage.folder, `haproxy-${which}`)
    await mkdir(folder)
    const text = (await readFile(new URL('haproxy.cfg', deploy), 'utf8'))
      .replaceAll('10.0.0.', `${NETWORK}.`)
      .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${primary}`)
      .replace('bind 127.0.0.1:5001', `bind 127.0.0.1:${replica}`)
    await writeFile(join(folder, 'haproxy.cfg'), text)
    haproxy.push(supervise(stage, ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')]))
  }

  /** What the leader's Patroni says about its members; nothing unless exactly one says that it leads. */
  async function members(): Promise<Member[]> {
    const ask = (name: Name, path: string) =>
      call(`http://${addressOf(name)}:8008/${path}`, { timeoutMs: 2000 }).catch(() => null)
    const both = await Promise.all((['a', 'b'] as const).map((name) => ask(name, 'primary')))
    const leaders = both.flatMap((answer, n) => (answer?.status === 200 ? [names[n]!] : []))
    if (leaders.length !== 1) return []
    return (await ask(leaders[0]!, 'cluster'))?.body?.members ?? []
  }
  const nameOf = async (role: Member['role']) =>
    (await members()).find((member) => member.role === role)?.name
  async function isWhole() {
    const all = await members()
    const roles = all.filter(({ state }) => ['running', 'streaming'].includes(state)).map(({ role }) => role)
    return roles.includes('leader') && roles.includes('sync_standby')
  }
  return { network, etcd, patroni, haproxy, proxies, nameOf, isWhole, members }
}

type Cluster = Awaited<ReturnType<typeof openCluster>>

/** Whom a fault hits; the two with PostgreSQL by their role at that moment. */
type Target = 'primary' | 'replica' | 'witness' | 'etcd of the primary' | 'Patroni of the primary' | 'HAProxy'
type Fault = [how: 'kill' | 'freeze' | 'cut off', target: Target]

/** Every way for everything, the primary's machine more often. */
const faults: Fault[] = [
  ['kill', 'primary'],
  ['freeze', 'replica'],
  ['cut off', 'primary'],
  ['kill', 'HAProxy'],
  ['freeze', 'primary'],
  ['kill', 'witness'],
  ['kill', 'replica'],
  ['freeze', 'Patroni of the primary'],
  ['cut off', 'replica'],
  ['freeze', 'HAProxy'],
  ['kill', 'Patroni of the primary'],
  ['freeze', 'witness'],
  ['kill', 'primary'],
  ['kill', 'etcd of the primary'],
  ['cut off', 'witness'],
  ['freeze', 'etcd of the primary'],
  ['cut off', 'primary'],
  ['freeze', 'primary'],
  ['kill', 'replica'],
  ['kill', 'primary'],
]

/** Makes a fault happen. @returns when, in milliseconds, and a promise of what was frozen or cut off being back */
async function breakIt(cluster: Cluster, [how, target]: Fault, turn: number) {
  const { network, etcd, patroni, haproxy, nameOf } = cluster
  const primary = (await nameOf('leader'))!
  const machine = { primary, replica: primary === 'a' ? 'b' : 'a', witness: 'c' }[target as 'primary'] as
    | Name
    | undefined
  const program = {
    'etcd of the primary': etcd[primary],
    'Patroni of the primary': patroni[primary],
    HAProxy: haproxy[turn % haproxy.length],
  }[target as 'HAProxy']
  const signal = (name: NodeJS.Signals) =>
    machine ? network.signal(machine, name) : process.kill(program!.pid!, name)
  const began = performance.now()
  await (how === 'cut off'
    ? network.setLink(machine!, 'down')
    : signal(how === 'kill' ? 'SIGKILL' : 'SIGSTOP'))
  const back = (async () => {
    if (how === 'kill') return
    await setTimeout(AWAY_MS)
    await (how === 'freeze' ? signal('SIGCONT') : network.setLink(machine!, 'up'))
  })()
  return { began, back }
}

/** Breaks each part of a cluster that promotes by itself, under load (deploy/cluster). */
export const cluster = scenario({
  title: 'a cluster of three machines heals itself',
  skip: findMissing(),
  sizes: { usual: { faults: faults.slice(0, 5), bookings: 800 }, full: { faults, bookings: 4000 } },
  async run(stage, { faults, bookings }) {
    const cluster = await openCluster(stage)
    await until(cluster.isWhole, 120, 'The cluster did not start')
    const leader = addressOf((await cluster.nameOf('leader'))!)
    const postgres = `postgres://postgres:${encodeURIComponent('a password for postgres')}@${leader}:5432/postgres`
    await runSql(postgres, `CREATE ROLE trunkshow LOGIN PASSWORD 'chaos'`)
    await runSql(postgres, 'GRANT pg_monitor TO trunkshow')
    await runSql(postgres, 'CREATE DATABASE trunkshow OWNER trunkshow')
    const addressThrough = (port: number) => `postgres://trunkshow:chaos@127.0.0.1:${port}/trunkshow`
    const variablesOf = ({ primary, replica }: Cluster['proxies'][number]) => ({
      DATABASE_URL: addressThrough(primary),
      DATABASE_READ_URL: addressThrough(replica),
      APP_SECRET: 'a secret of chaos alone',
    })
    const ports = cluster.proxies.map((proxy, which) => ({
      ...variablesOf(proxy),
      PORT: String(Number(stage.port) + which),
    }))
    const webs = [
      await stage.start({ ...ports[0], ROLE: 'web' }),
      await stage.start({ ...ports[1], ROLE: 'web' }),
    ]
    await stage.start({ ...variablesOf(cluster.proxies[0]!), ROLE: 'worker' })
    const query = <Row extends object>(sql: string, values?: unknown[]) =>
      runSql<Row>(addressThrough(cluster.proxies[0]!.primary), sql, values)
    const host = await registerHost(webs[0]!.url)
    const show = await host.makeShow({ days: 1 })
    await query('UPDATE time_slots SET total_slots = 1000')
    let turn = 0
    const pick = () => webs[turn++ % webs.length]!.url
    const guests = startGuests(stage, { url: pick, show, load: { clients: 8, pauseMs: 300 }, seesOwn: true })
    const outages: number[] = []
    for (const [n, fault] of faults.entries()) {
      await guests.waitForMore(Math.ceil(bookings / faults.length))
      const { began, back } = await breakIt(cluster, fault, n)
      await back
      await until(cluster.isWhole, 120, `The cluster was not whole again after ${fault.join(' ')}`)
      await guests.waitForMore(1)
      const outage = guests.longestGapSince(began)
      console.log(`  ${fault.join(' ')}: ${(outage / 1000).toFixed(1)} s`)
      outages.push(outage)
    }
    await guests.waitForMore(50)
    await guests.stop()
    const unsent = `SELECT count(*)::int AS count FROM email_notifications WHERE status IN ('pending', 'sending')`
    await until(
      async () => (await query<{ count: number }>(unsent))[0]!.count === 0,
      600,
      'Emails were not sent',
    )
    const ended = webs.filter(({ ending }) => ending).length
    return [
      info('faults', faults.length),
      exactly('times the app ended', ended, 0),
      within('longest time without a booking', outages, 20),
      atLeast('bookings in total', guests.acknowledged.length, bookings),
      exactly('pages older than a guest’s own booking', guests.count.stale, 0),
      atLeast('pages compared with it', guests.count.compared, 1),
      ...(await compareBookings(stage, query, guests, show.id)),
    ]
  },
})
