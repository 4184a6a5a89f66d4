import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { stampForm } from '../bookings/refuse-bots.ts'
import { bookingLimits } from '../platform/http/guards/rate-limits.ts'
import { hashPassword } from '../session/hash-password.ts'
import { type Answer, startTestApp, unique } from './app.ts'
import { dayAhead, makeCompany, makeEvent, makeUser, type TestUser } from './factories.ts'
import { openPage } from './visitor-page.ts'

/** The product as in production: all limits are on, and a proxy reports each client's address. */
const app = startTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })

const PASSWORD = 'a long password'
const hash = hashPassword(PASSWORD)
let networks = 0
/** Headers of a network that no other test uses. */
const nextNetwork = () => ({
  'x-forwarded-for': `198.19.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`,
})
type Network = ReturnType<typeof nextNetwork>

const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']).split(';')[0]!

/** Ages all rate limit counters, instead of waiting. */
async function ageLimits(minutes: number) {
  const passed = `make_interval(mins => ${minutes})`
  await app.rows(`UPDATE bookings SET created_at = created_at - ${passed}`)
  await app.rows(`UPDATE rate_limits SET expire = expire - ${minutes * 60_000}`)
}

const logIn = (username: string, network: Network, password = PASSWORD) =>
  app.call('POST', '/api/login', { username, password }, network)

/** Sets a user's password, so that they can log in. */
async function givePassword(user: TestUser) {
  await app.rows('UPDATE users SET password_hash = $2 WHERE id = $1', [user.id, await hash])
}

/** Creates a company whose owner has logged in from its network. */
async function openShop(network: Network) {
  const owner = await makeCompany(app)
  await givePassword(owner)
  expect((await logIn(owner.username, network)).status).toBe(200)
  return owner
}

/** Creates an event with 400 spots over two days, and returns a slot id for each spot. */
async function makeBusyShow(shop: TestUser) {
  const hours = { startTime: '10:00', endTime: '20:00', slotDuration: 15, maxBookingsPerSlot: 5 }
  const event = await makeEvent(shop, { isMultiDay: true, endDate: dayAhead(31), ...hours })
  const spots = event.slots.flatMap(({ id, totalSlots }) => Array<number>(totalSlots).fill(id))
  expect(spots).toHaveLength(400)
  return { event, spots }
}

/**
 * Books as a real guest does: opens the page, reads for half a minute, and submits the form with or without script.
 *
 * @returns the status of each response
 */
async function visit(urlSlug: string, slotId: number, network: Network, guest: string, byScript: boolean) {
  const address = `/event/${urlSlug}`
  const page = await openPage<EventPage>(app, address, { headers: network })
  const attendee = { attendeeName: 'Grace Okafor', attendeeEmail: guest }
  const { idempotencyKey, grant } = page.content
  const opened = stampForm(app.config, Date.now() - 30_000)
  const answer = byScript
    ? await app.call(
        'POST',
        `/api/timeslots/${slotId}/book`,
        { ...attendee, opened },
        {
          ...network,
          'idempotency-key': idempotencyKey,
          'x-booking-grant': grant!,
        },
      )
    : await openPage(app, address, {
        form: { ...attendee, timeSlotId: String(slotId), idempotencyKey, opened, grant: grant! },
        headers: network,
      })
  return [page.status, answer.status]
}

/** Books for these guests one after another, and returns unexpected responses. */
async function visitAll(event: { urlSlug: string }, spots: number[], network: Network) {
  const refused: number[][] = []
  for (const [index, spot] of spots.entries()) {
    const statuses = await visit(
      event.urlSlug,
      spot,
      network,
      `${unique('guest')}@mail.test`,
      index % 2 === 0,
    )
    if (String(statuses) !== '200,201') refused.push(statuses)
  }
  return refused
}

describe('400 guests in a day over one network book without a refusal', () => {
  test('in the shop itself, a quarter of them in one hour', async () => {
    const network = nextNetwork()
    const { event, spots } = await makeBusyShow(await openShop(network))
    for (const guests of [30, 40, 100, 50, 40, 40, 40, 60]) {
      expect(await visitAll(event, spots.splice(0, guests), network)).toEqual([])
      await ageLimits(60)
    }
    expect(spots).toEqual([])
    const stored = await app.rows('SELECT FROM bookings WHERE event_id = $1', [event.id])
    expect(stored).toHaveLength(400)
  })

  test('in a hotel where no staff has ever logged in, 40 an hour', async () => {
    const { event, spots } = await makeBusyShow(await openShop(nextNetwork()))
    const network = nextNetwork()
    for (let hour = 0; hour < 10; hour++) {
      expect(await visitAll(event, spots.splice(0, 40), network)).toEqual([])
      await ageLimits(60)
    }
    expect(spots).toEqual([])
  })

  test('which is not because nothing is limited: a stranger’s program is stopped at a quarter', async () => {
    const { event, spots } = await makeBusyShow(await openShop(nextNetwork()))
    const network = nextNetwork()
    const { count, seconds } = bookingLimits.perNetwork
    expect(await visitAll(event, spots.splice(0, count), network)).toEqual([])
    expect(await visitAll(event, spots.slice(0, 1), network)).toEqual([[200, 429]])
    await ageLimits(seconds / 60)
    const rest = spots.length / 4 - count
    expect(await visitAll(event, spots.splice(0, rest), network)).toHaveLength(0)
  })
})

describe('a family', () => {
  test('books four appointments from home with one email, of a show of 16 spots', async () => {
    const event = await makeEvent(await openShop(nextNetwork()), { endTime: '14:00' })
    const spots = event.slots.flatMap(({ id, totalSlots }) => Array<number>(totalSlots).fill(id))
    expect(spots).toHaveLength(16)
    const home = nextNetwork()
    const mother = `${unique('mother')}@mail.test`
    for (let child = 0; child < 4; child++)
      expect(await visit(event.urlSlug, spots[child]!, home, mother, child % 2 === 0)).toEqual([200, 201])
    expect(await app.rows('SELECT FROM bookings WHERE event_id = $1', [event.id])).toHaveLength(4)
  })
})

describe('30 staff of one office log in within a morning', () => {
  test('all within a quarter of an hour, each after one wrong password, and are not refused', async () => {
    const network = nextNetwork()
    const shop = await openShop(nextNetwork())
    for (let count = 0; count < 30; count++) {
      const staff = await makeUser(app, shop.companyId, 'order management')
      await givePassword(staff)
      const failedLogIn = await logIn(staff.username, network, 'a long pasword')
      const right = await logIn(staff.email.toUpperCase(), network)
      expect([failedLogIn.status, right.status]).toEqual([401, 200])
      expect(
        (await app.call('GET', '/api/user', undefined, { cookie: cookieOf(right), ...network })).status,
      ).toBe(200)
    }
  })

  test('also by one account of the front desk, over four hours', async () => {
    const network = nextNetwork()
    const shop = await openShop(network)
    for (let count = 0; count < 30; count++) {
      expect((await logIn(shop.username, network)).status).toBe(200)
      if (count % 5 === 4) await ageLimits(40)
    }
  })
})
