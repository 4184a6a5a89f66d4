import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cookiesOf, startTestApp } from '../../test/app.ts'
import { book, makeShow } from '../../test/factories.ts'
import { copyToReplica } from '../../test/processes/copy-to-replica.ts'
import { runSql } from '../../test/run-sql.ts'
import { openPage } from '../../test/visitor-page.ts'
import { checkReplicas } from '../doctor/check-replicas.ts'
import { type Finding, writeFinding } from '../doctor/finding.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { watchReplica } from './pool.ts'
import { findPostgresPlace, findPostmaster } from './postgres-place.ts'

const settings = { fsync: 'off', full_page_writes: 'off' }

/** The copy of a running server relies on tar and chown as Linux has them. */
describe.runIf(process.platform === 'linux')('a replica', () => {
  let folder: string
  let primary: EmbeddedPostgres
  let replica: EmbeddedPostgres
  const folderOf = (name: string) => join(folder, name)
  const start = (name: string) => startEmbeddedPostgres({ dataDir: folderOf(name), say: () => {}, settings })

  async function startBoth() {
    folder = await mkdtemp(join(tmpdir(), 'trunkshow-replica-'))
    await chmod(folder, 0o711) // for PostgreSQL's own user, if the tests run as root
    primary = await start('primary')
    await migrate(primary.url)
    await copyToReplica(primary, folderOf('primary'), folderOf('replica'))
    replica = await start('replica')
    return { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url, DATABASE_POOLER: '' }
  }

  const app = startTestApp(startBoth)
  afterAll(async () => {
    await replica?.stop()
    await primary?.stop()
    await rm(folder, { recursive: true })
  })

  async function pause() {
    await runSql(replica.adminUrl, 'SELECT pg_wal_replay_pause()')
    const state = () => runSql(replica.adminUrl, 'SELECT pg_get_wal_replay_pause_state() AS state')
    await vi.waitFor(async () => expect(await state()).toEqual([{ state: 'paused' }]), { timeout: 60_000 })
  }
  const resume = () => runSql(replica.adminUrl, 'SELECT pg_wal_replay_resume()')

  /** How many spots a guest finds in the first time slot: on the event's page, and in its list of time slots. */
  async function spotsOf({ id, urlSlug }: { id: number; urlSlug: string }, cookie = '') {
    const { content } = await openPage<EventPage>(app, `/event/${urlSlug}`, { headers: { cookie } })
    const { body } = await app.call('GET', `/api/events/${id}/timeslots?bookable=true`, undefined, { cookie })
    return [content.slots![0]!.availableSpots, body[0].availableSpots]
  }
  const listed = async () => (await app.call('GET', '/api/events')).body.map(({ id }: { id: number }) => id)
  const soon = { timeout: 60_000 }

  test('serves public pages, but not to staff, nor to a guest who just changed something', async () => {
    const { event: show, slots, host } = await makeShow(app, { maxBookingsPerSlot: 2 })
    await vi.waitFor(async () => expect(await listed()).toContain(show.id), soon)
    await vi.waitFor(() => expect(app.replica!.findFresh()).toBeDefined(), soon)
    await pause()
    onTestFinished(async () => void (await resume()))
    const booked = await book(app, slots[0]!.id)
    expect(booked.status).toBe(201)
    expect(await spotsOf(show)).toEqual([2, 2])
    expect(await spotsOf(show, cookiesOf(booked))).toEqual([1, 1])
    expect(await spotsOf(show, host.cookie)).toEqual([1, 1])
    const other = await makeShow(app)
    expect(await listed()).not.toContain(other.event.id)
    await resume()
    await vi.waitFor(async () => expect(await spotsOf(show)).toEqual([1, 1]), soon)
    expect(await listed()).toContain(other.event.id)
  })

  test('is named by the doctor, with who leads and how far it is behind', async () => {
    const ask = async () => {
      const found = await checkReplicas({ databaseUrl: primary.url, databaseReadUrl: replica.url })
      return [found]
        .flat()
        .filter(Boolean)
        .map((finding) => writeFinding(finding as Finding))
    }
    const { host: leader } = new URL(primary.url)
    const reads = `ok       Reads: guests' pages are read from a replica at ${new URL(replica.url).host}.`
    expect(await ask()).toEqual([
      `ok       Replicas: ${leader} leads; walreceiver.`,
      expect.stringMatching(
        /^warning {2}Replicas: how far they are behind is hidden .*\n.*GRANT pg_monitor TO /,
      ),
      reads,
    ])
    await runSql(primary.adminUrl, `GRANT pg_monitor TO ${new URL(primary.url).username}`)
    await runSql(primary.adminUrl, `ALTER SYSTEM SET synchronous_standby_names = 'another'`)
    await runSql(primary.adminUrl, 'SELECT pg_reload_conf()')
    onTestFinished(async () => {
      await runSql(primary.adminUrl, 'ALTER SYSTEM RESET synchronous_standby_names')
      await runSql(primary.adminUrl, 'SELECT pg_reload_conf()')
    })
    await vi.waitFor(
      async () =>
        expect(await ask()).toEqual([
          expect.stringMatching(`^ok {7}Replicas: ${leader} leads; walreceiver, \\d+\\.\\d MB behind\\.$`),
          expect.stringMatching(/^problem {2}Replicas: every booking waits for a synchronous replica/),
          reads,
        ]),
      soon,
    )
  })

  test('is not read from while it is too far behind', async () => {
    const watched = watchReplica({ primary: app.pool, url: replica.url, pooler: undefined })
    onTestFinished(() => watched.stop())
    await vi.waitFor(() => expect(watched.findFresh()).toBeDefined(), soon)
    await pause()
    onTestFinished(async () => void (await resume()))
    await app.rows('CREATE TABLE written ()')
    await vi.waitFor(() => expect(watched.findFresh()).toBeUndefined(), soon)
    await resume()
    await vi.waitFor(() => expect(watched.findFresh()).toBeDefined(), soon)
  })

  test('is not needed: when it is killed, the primary serves', async () => {
    const { event: show, slots } = await makeShow(app, { maxBookingsPerSlot: 2 })
    const fresh = await vi.waitFor(() => {
      const found = app.replica!.findFresh()
      expect(found).toBeDefined()
      return found
    }, soon)
    // However long the test takes, the app has not noticed yet.
    vi.spyOn(app.replica!, 'findFresh').mockReturnValue(fresh)
    const { home } = await findPostgresPlace(folderOf('replica'))
    process.kill((await findPostmaster(join(home, 'cluster')))!.pid, 'SIGKILL')
    onTestFinished(async () => {
      replica = await start('replica')
    })
    expect((await book(app, slots[0]!.id)).status).toBe(201)
    expect(await spotsOf(show)).toEqual([1, 1])
    expect(await listed()).toContain(show.id)
  })

  test('that was promoted is not read from', async () => {
    await runSql(replica.adminUrl, 'SELECT pg_promote()')
    const watched = watchReplica({ primary: app.pool, url: replica.url, pooler: undefined })
    await watched.stop() // once the first check is done
    expect(watched.findFresh()).toBeUndefined()
  })
})
