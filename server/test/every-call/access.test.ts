import { listEndpoints } from '@trunkshow/contract/api.ts'
import { roles } from '@trunkshow/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../app.ts'
import { makeCoHost, makeCompany, makeUser, type TestUser } from '../factories.ts'
import { table } from './table.ts'
import { app, makeWorld, snapshot, startWorld, type World } from './world.ts'

startWorld()

/** Endpoints that respond to strangers as if the private event did not exist, instead of with 401. */
const hiddenFromStrangers = ['slots.list', 'bookings.book']

const endpoints = listEndpoints()

test('every endpoint has its row, and every row its endpoint', () => {
  expect(Object.keys(table).sort()).toEqual(endpoints.map(({ name }) => name).sort())
})

describe.each(endpoints)('$name', ({ name, endpoint }) => {
  const { aim, may, success, foreign, coHost = foreign } = table[name]!
  const everyone = may === 'all'

  function send(
    world: World,
    caller: TestUser | null,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const [url, body] = aim(world)
    return caller
      ? caller.call(endpoint.method, url, body, headers)
      : app.call(endpoint.method, url, body, headers)
  }

  test.each(roles)('as %s of the company', async (role) => {
    const world = await makeWorld()
    const caller = await makeUser(app, world.owner.companyId, role)
    const allowed = everyone || may.includes(role)
    const before = await snapshot(world)
    const answer = await send(world, caller)
    expect(answer.status).toBe(allowed ? success : 403)
    if (!allowed) {
      expect(answer.body).toMatchObject({ code: 'forbidden', message: answer.body.error })
      expect(await snapshot(world)).toEqual(before)
    }
  })

  test('logged out, whatever X-User-Id says', async () => {
    const world = await makeWorld()
    const before = await snapshot(world)
    const status = everyone ? success : hiddenFromStrangers.includes(name) ? 404 : 401
    expect((await send(world, null, { 'x-user-id': String(world.owner.id) })).status).toBe(status)
    if (!everyone) expect(await snapshot(world)).toEqual(before)
  })

  test('as admin of another company, whatever X-User-Id says', async () => {
    const world = await makeWorld()
    const stranger = await makeCompany(app)
    const before = await snapshot(world)
    const answer = await send(world, stranger, { 'x-user-id': String(world.owner.id) })
    expect(answer.status).toBe(foreign)
    if (foreign === 404 || name === 'events.create') expect(await snapshot(world)).toEqual(before)
    if (name === 'events.list') expect(answer.body).toEqual([])
    if (name === 'session.current') expect(answer.body.id).toBe(stranger.id)
  })

  test('as a co-host of the event, whose role in their own company does not matter', async () => {
    for (const role of roles) {
      const world = await makeWorld()
      const caller = await makeCoHost(app, world.event, role)
      const { status } = await send(world, caller)
      // Outside the co-host's rights, their own role decides, or the record isn't found.
      const own = !everyone && !may.includes(role) ? 403 : foreign
      expect(status, role).toBe(coHost === foreign ? own : coHost)
    }
  })

  test("responds the same for an unknown id as for another company's", async () => {
    const world = await makeWorld()
    const [url, body] = aim(world)
    if (foreign !== 404 || !/\/\d+/.test(url)) return
    const stranger = await makeCompany(app)
    const there = await stranger.call(endpoint.method, url, body)
    const nowhere = await stranger.call(endpoint.method, url.replace(/\/\d+/, '/2000000000'), body)
    expect([nowhere.status, nowhere.text]).toEqual([there.status, there.text])
  })
})
