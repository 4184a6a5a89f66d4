import { centsOf, centsToDecimal } from '@trunkshow/contract/money.ts'
import type { Statement } from '@trunkshow/contract/reports/schema.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import {
  book,
  bookingNumber,
  makeCompany,
  makeEvent,
  makeForm,
  makeUser,
  takeOrder,
  tokenOf,
} from '../test/factories.ts'

const app = startTestApp()

interface Taken {
  /** Who took it, `host` or `nora`; by neither if null. */
  by: 'host' | 'nora' | null
  /** Whether it is for a booking. */
  booked?: boolean
  /** Amounts of entries; negative ones are refunds. */
  entries: number[]
  canceled?: boolean
}

interface Case {
  percent: string
  taken: Taken[]
  /** Bookings without an order, and whether their guests arrived. */
  others: boolean[]
}

const cases: [string, Case][] = [
  ['nothing', { percent: '10', taken: [], others: [] }],
  ['bookings alone', { percent: '10', taken: [], others: [true, false, false] }],
  ['orders without payments', { percent: '10', taken: [{ by: 'host', entries: [] }], others: [] }],
  [
    'two colleagues, with refunds, and halves of cents that are rounded up',
    {
      percent: '12.5',
      taken: [
        { by: 'host', booked: true, entries: [100.04] },
        { by: 'nora', booked: true, entries: [855.5, -55.46] },
        { by: 'nora', entries: [0.04] },
        { by: null, entries: [200] },
      ],
      others: [true],
    },
  ],
  [
    'canceled orders count for nothing',
    {
      percent: '100',
      taken: [
        { by: 'nora', booked: true, entries: [50], canceled: true },
        { by: 'nora', entries: [33.33] },
      ],
      others: [],
    },
  ],
  ['no commission', { percent: '0', taken: [{ by: 'host', entries: [9.99] }], others: [] }],
  ['two decimals', { percent: '7.25', taken: [{ by: 'nora', entries: [123.45, 1.1] }], others: [false] }],
]

/** The statement by single steps in digits, without the product's functions. */
function slowly({ percent, taken, others }: Case, names: Record<string, string>): Statement {
  const zero = () => ({ booked: 0, arrived: 0, orders: 0, ordered: 0n, paid: 0n })
  const sums = new Map<string | null, ReturnType<typeof zero>>()
  const of = (by: string | null) => {
    const sum = sums.get(by) ?? zero()
    sums.set(by, sum)
    return sum
  }
  for (const { by, booked, entries, canceled } of taken) {
    if (booked) {
      const whose = of(canceled ? null : by)
      whose.booked++
      if (!canceled) whose.arrived++
    }
    if (canceled) continue
    of(by).orders++
    of(by).ordered += 85550n
    for (const entry of entries) of(by).paid += BigInt(Math.round(entry * 100))
  }
  for (const arrived of others) {
    of(null).booked++
    if (arrived) of(null).arrived++
  }
  const hundredths = BigInt(percent.replace('.', '').padEnd(percent.split('.')[0]!.length + 2, '0'))
  const rows = [...sums].map(([by, { ordered, paid, ...counts }]) => {
    const tenThousandths = paid * hundredths
    const commission = tenThousandths / 10_000n + (tenThousandths % 10_000n >= 5_000n ? 1n : 0n)
    return {
      name: by && names[by]!,
      ...counts,
      ordered: centsToDecimal(Number(ordered)),
      paid: centsToDecimal(Number(paid)),
      commission: centsToDecimal(Number(commission)),
    }
  })
  const sum = (key: 'booked' | 'arrived' | 'orders') => rows.reduce((all, row) => all + row[key], 0)
  const money = (key: 'ordered' | 'paid' | 'commission') =>
    centsToDecimal(rows.reduce((all, row) => all + centsOf(row[key]), 0))
  return {
    eventName: 'Spring Bridal Trunk Show',
    percent,
    rows: rows.sort((a, b) => (a.name ?? '~').localeCompare(b.name ?? '~')),
    total: {
      ...{ booked: sum('booked'), arrived: sum('arrived'), orders: sum('orders') },
      ...{ ordered: money('ordered'), paid: money('paid'), commission: money('commission') },
    },
  }
}

test.each(cases)('a statement of %s adds up as by hand', async (_, given) => {
  const host = await makeCompany(app)
  const nora = await makeUser(app, host.companyId, 'admin', { name: 'Nora Lind' })
  const event = await makeEvent(host, { maxBookingsPerSlot: 9 })
  const other = await makeEvent(host)
  const form = await makeForm(host)
  await takeOrder(host, { eventId: other.id }, form)
  const addBooking = async () => bookingNumber(app, tokenOf(await book(app, event.slots[0]!.id)))
  for (const { by, booked, entries, canceled } of given.taken) {
    // Nora took those without a booking, and serves those that the host took with one.
    const isAssigned = by === 'nora' && booked
    const { id } = await takeOrder(
      by === 'nora' && !isAssigned ? nora : host,
      { eventId: event.id, ...(booked && { bookingId: await addBooking() }) },
      form,
    )
    if (isAssigned)
      await host.call('PATCH', `/api/orders/${id}/assignee`, { assigneeId: nora.id, from: null })
    if (by === null) await app.rows('UPDATE orders SET user_id = NULL WHERE id = $1', [id])
    for (const amount of entries) {
      const entry = {
        kind: amount < 0 ? 'refund' : 'payment',
        amount: String(Math.abs(amount)),
        method: 'cash',
      }
      expect((await host.call('POST', `/api/orders/${id}/entries`, entry)).status).toBe(201)
    }
    if (canceled) await app.rows(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [id])
  }
  for (const arrived of given.others) {
    const id = await addBooking()
    if (arrived) await app.rows(`UPDATE bookings SET attendance = 'arrived' WHERE id = $1`, [id])
  }
  const saved = await host.call('PUT', `/api/events/${event.id}/commission`, {
    percent: given.percent,
    seen: '0',
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const { rows, ...statement }: Statement = (await host.call('GET', `/api/events/${event.id}/statement`)).body
  expect({
    ...statement,
    rows: rows.sort((a, b) => (a.name ?? '~').localeCompare(b.name ?? '~')),
  }).toEqual(slowly(given, { host: 'Test User', nora: 'Nora Lind' }))
})

test('the file has the rows and their sums', async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  await takeOrder(host, { eventId: event.id })
  await host.call('PUT', `/api/events/${event.id}/commission`, { percent: 10, seen: '0' })
  const { text: body } = await host.call('GET', `/api/events/${event.id}/statement.csv`)
  expect(body).toContain('"Colleague","Booked","Arrived","Orders","Ordered","Paid","Commission of 10%"')
  expect(body).toContain('"Test User",0,0,1,855.5,0,0')
  expect(body).toContain('"Total",0,0,1,855.5,0,0')
})

test('a commission that someone else changed is not overwritten, and what was seen is a percentage', async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const save = (percent: string, seen: string) =>
    host.call('PUT', `/api/events/${event.id}/commission`, { percent, seen })
  expect((await save('10', '0')).status).toBe(200)
  expect((await save('12', '0')).status).toBe(409)
  expect((await save('12', 'ten')).status).toBe(400)
})

test.each(['101', '-1', '1.255', 'ten', ''])('a commission of “%s” is refused', async (percent) => {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const { status, body } = await host.call('PUT', `/api/events/${event.id}/commission`, {
    percent,
    seen: '0',
  })
  expect([status, body.fields?.percent]).toEqual([400, 'Enter 0 to 100, with up to two decimals'])
})

test('of two who change the commission at once, the second is told', async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const save = (percent: string) =>
    host.call('PUT', `/api/events/${event.id}/commission`, { percent, seen: '0' })
  const both = await Promise.all([save('5'), save('6')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const log = await app.rows(
    `SELECT changes FROM activity_log WHERE company_id = $1 AND activity = 'event.changed'`,
    [host.companyId],
  )
  expect(log).toHaveLength(1)
})
