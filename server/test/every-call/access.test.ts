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

/** Names in the world's records, which no answer to another company has. */
const theirNames =
  /Amelia|Hart\b|Grace|Okafor|Nora Lind|Spring Bridal|Maison Vale|Blouse|SPRING10|Lining|Gown/

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

  const allowed = roles.filter((role) => everyone || may.includes(role))
  const coHosts = coHost === foreign ? [] : roles
  /** What only reads leaves the world as it was for the next caller. A cancel page cancels as it loads. */
  const reads = endpoint.method === 'GET' && name !== 'bookings.cancelByVisitor'

  test('is for those who may', async () => {
    let world: World | undefined
    const worldToUse = async () => {
      world = world && reads ? world : await makeWorld()
      return world
    }
    for (const role of allowed) {
      const world = await worldToUse()
      const caller = await makeUser(app, world.owner.companyId, role)
      expect((await send(world, caller)).status, role).toBe(success)
    }
    for (const role of coHosts) {
      const world = await worldToUse()
      const caller = await makeCoHost(app, world.event, role)
      expect((await send(world, caller)).status, `co-host, ${role} elsewhere`).toBe(coHost)
    }
    if (everyone) expect((await send(await worldToUse(), null)).status, 'logged out').toBe(success)
  })

  test('is refused to everyone else, whatever X-User-Id says, and then changes nothing', async () => {
    const world = await makeWorld()
    const others: [who: string, caller: TestUser | null, status: number][] = []
    for (const role of roles.filter((role) => !allowed.includes(role)))
      others.push([role, await makeUser(app, world.owner.companyId, role), 403])
    if (!everyone) others.push(['logged out', null, hiddenFromStrangers.includes(name) ? 404 : 401])
    if (coHosts.length === 0)
      for (const role of roles) {
        const caller = await makeCoHost(app, world.event, role)
        // Outside the co-host's rights, their own role decides, or the record isn't found.
        others.push([`co-host, ${role} elsewhere`, caller, allowed.includes(role) ? foreign : 403])
      }
    const stranger = await makeCompany(app)
    others.push(['admin of another company', stranger, foreign])
    const before = await snapshot(world)
    const ask = async ([who, caller, status]: (typeof others)[number], world: World) => {
      const answer = await send(world, caller, { 'x-user-id': String(world.owner.id) })
      expect(answer.status, who).toBe(status)
      if (status === 403)
        expect(answer.body, who).toMatchObject({ code: 'forbidden', message: answer.body.error })
      if (caller === stranger && !everyone && reads) expect(answer.text, who).not.toMatch(theirNames)
      if (caller === stranger && name === 'events.list') expect(answer.body).toEqual([])
      if (caller === stranger && name === 'session.current') expect(answer.body.id).toBe(stranger.id)
    }
    // Whose own company the call is about, or anyone's: a change then is their own.
    const isTheirs = ([, , status]: (typeof others)[number]) => ![401, 403, 404].includes(status)
    for (const other of others) if (!isTheirs(other) || reads) await ask(other, world)
    if (name === 'events.create') await ask(['admin of another company', stranger, foreign], world)
    expect(await snapshot(world)).toEqual(before)
    for (const other of others) if (isTheirs(other) && !reads) await ask(other, await makeWorld())
    const [url, body] = aim(world)
    if (foreign !== 404 || !/\/\d+/.test(url)) return
    const there = await stranger.call(endpoint.method, url, body)
    const nowhere = await stranger.call(endpoint.method, url.replace(/\/\d+/, '/2000000000'), body)
    expect([nowhere.status, nowhere.text], 'an unknown id').toEqual([there.status, there.text])
  })
})
