import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { inMemoryAccounts, openPracticeStripe } from '@trunkshow/practice-store/open-stripe.ts'
import {
  makeAccount,
  pay,
  type StripeAccount,
  type StripeObject,
} from '@trunkshow/practice-store/stripe-account.ts'
import { atRandom, type FaultScript, injectFaults } from '@trunkshow/practice-store/testing/faults.ts'
import { readConfig } from '../../server/config.ts'
import { createPool } from '../../server/platform/db/pool.ts'
import { databaseOf } from '../../server/platform/db/transaction.ts'
import { endPayments, readPayments } from '../../server/stripe/jobs.ts'
import { signEvent } from '../../server/stripe/practice-origin.ts'
import { registerHost } from '../bench/harness.ts'
import { atLeast, exactly, info, scenario } from './runner.ts'
import { openDatabase } from './stage.ts'

const ORDERS = 24
const PAYERS = 8
const tries = { cut: 0.05, dropped: 0.1, unavailable: 0.05 } as const

/** A form as a browser posts it, without following where it leads. @returns its location; null if there was no answer */
async function post(url: string, fields: Record<string, string>): Promise<string | null> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const options = { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(20_000) } as const
  const answer = await fetch(url, options).catch(() => null)
  await answer?.arrayBuffer().catch(() => {})
  return answer?.headers.get('location') ?? null
}

/** What Stripe took and gave back, by id, in cents with their sign. */
const movedIn = ({ objects }: StripeAccount) =>
  new Map(
    Object.values(objects).flatMap(({ id, object, status, amount }): [string, number][] => {
      if (object === 'payment_intent') return status === 'succeeded' ? [[id, Number(amount)]] : []
      return object === 'refund' ? [[id, -Number(amount)]] : []
    }),
  )

/** Kills the app, its worker and its database (kill -9) while guests pay by link, and staff refund, edit, cancel and take cash. */
export const money = scenario({
  title: 'kill -9 of the app and its database while orders are paid by link',
  sizes: { test: [1, 60], usual: [6, 500], full: [20, 2000] },
  async run(stage, [kills, payments]) {
    const account = makeAccount('chaos', { payUrl: 'https://checkout.stripe.com/c/pay/', most: 1_000_000 })
    let faults: FaultScript = () => null
    const accounts = inMemoryAccounts(new Map([[account.key, account]]))
    const stripe = await openPracticeStripe(
      accounts,
      injectFaults((operation, key) => faults(operation, key)),
    )
    stage.later(stripe.close)
    const start = () => stage.start({ STRIPE_API_ORIGIN: stripe.origin })
    let product = await start()
    const { url } = product
    const host = await registerHost(url)
    const make = (path: string, body: object) => host.ok(path, { method: 'POST', body })
    await make('/api/company', { companyName: 'Maison Vale' })
    const made = await make('/api/products', { name: 'Gown', basePrice: '100000' })
    const form = await make('/api/order-templates', {
      templateName: 'Gown',
      fields: [{ id: 'item', label: 'Item', type: 'text' }],
    })
    await host.ok('/api/stripe/account', { method: 'PUT', body: account })
    const orders: { id: number; path: string }[] = []
    for (let count = 0; count < ORDERS; count++) {
      const customer = { customerName: 'Grace Okafor', customerEmail: `grace${count}@mail.test` }
      const orderData = {
        templateId: form.id,
        products: [{ productId: made.id }],
        customFields: {},
        ...customer,
      }
      const { id } = await make('/api/orders', { orderData })
      const { link } = await make(`/api/orders/${id}/payment-link`, { purpose: 'balance' })
      orders.push({ id, path: new URL(link).pathname })
    }
    const webhook = (await host.ok('/api/stripe/account')).webhookUrl.replace(/^https?:\/\/[^/]+/, url)
    faults = atRandom(7, tries)

    const count = { sent: 0, answered: 0, again: 0, lost: 0, paid: 0, refused: 0 }
    /** Sends an event as Stripe does: signed, until it is answered, some twice; some are lost. */
    async function send(event: StripeObject) {
      if (randomInt(10) === 0) return void count.lost++
      await setTimeout(randomInt(300))
      for (let sent = 0; sent < 1 + (randomInt(5) === 0 ? 1 : 0); ) {
        const { payload, header } = await signEvent(account, event)
        const headers = { 'content-type': 'application/json', 'stripe-signature': header }
        const options = { method: 'POST', body: payload, headers, signal: AbortSignal.timeout(20_000) }
        const answer = await fetch(webhook, options).catch(() => null)
        count.sent++
        if (answer?.status === 200) {
          sent++
          count.answered++
        } else {
          count.again++
          await setTimeout(300)
        }
      }
    }
    const sending = new Set<Promise<void>>()
    let delivered = 0
    function deliver() {
      for (; delivered < account.events.length; delivered++) {
        const one: Promise<void> = send(account.events[delivered]!).finally(() => sending.delete(one))
        sending.add(one)
      }
    }

    let stopped = false
    const enough = () => count.paid >= payments
    async function payOne() {
      const { path } = orders[randomInt(orders.length)]!
      const amount = String(50 + randomInt(10))
      const location = await post(url + path, { purpose: 'amount', amount })
      if (!location) {
        count.refused++
        return setTimeout(50)
      }
      // A tab that was open before, now and then.
      const sessions = randomInt(8) ? [] : Object.keys(account.objects).filter((id) => id.startsWith('cs_'))
      const session =
        sessions.at(-1 - randomInt(Math.max(1, Math.min(50, sessions.length)))) ?? location.split('/').at(-1)!
      if (pay(account, session)) count.paid++
      deliver()
    }
    async function work() {
      const { id } = orders[randomInt(orders.length)]!
      const ask = (path: string, body: object, method = 'POST', of = id) =>
        host.ok(`/api/orders/${of}${path}`, { method, body }).catch(() => null)
      const what = randomInt(20)
      if (what === 0) await ask('/entries', { kind: 'payment', amount: '5', method: 'cash' })
      else if (what === 1) await ask('', { notes: `Note ${randomInt(1000)}` }, 'PUT')
      else if (what === 2) await ask('/cancel', { keep: '0' }, 'POST', orders[randomInt(4)]!.id)
      else if (what < 6) {
        const shown = await host.ok(`/api/orders/${id}/payments`).catch(() => null)
        const paid = shown?.payments.find(({ refundable }: { refundable: string }) => Number(refundable) > 5)
        if (paid) await ask(`/payments/${paid.id}/refund`, { amount: '5' })
        deliver()
      }
      await setTimeout(100)
    }
    const loops = Array.from({ length: PAYERS + 1 }, async (_, at) => {
      while (!stopped) await (at < PAYERS ? payOne() : work())
    })

    for (let killed = 0; killed < kills; killed++) {
      const wanted = ((killed + 1) * payments) / (kills + 1)
      while (count.paid < wanted) await setTimeout(50)
      if (killed % 3 === 2) {
        const database = await openDatabase(stage.dataDir)
        await database.signal('SIGKILL', 'first')
      } else {
        await product.kill()
        product = await start()
      }
    }
    while (!enough()) await setTimeout(50)
    stopped = true
    await Promise.all(loops)
    faults = () => null
    while (sending.size) await Promise.all(sending)

    // What the schedule does within ten minutes.
    const database = await openDatabase(stage.dataDir)
    const pool = createPool(database.url, undefined)
    const config = {
      ...readConfig({ DATA_DIR: stage.dataDir, PORT: stage.port }),
      stripeOrigin: stripe.origin,
    }
    await database.query(`UPDATE payment_requests SET created_at = created_at - interval '1 hour'`)
    for (let times = 0; times < 3; times++) {
      await endPayments({ config, db: databaseOf(pool) })
      await readPayments({ config, db: databaseOf(pool) })
    }
    await pool.end()

    const held = movedIn(account)
    const entries = await database.query<{ id: string; cents: number }>(
      `SELECT outside_id AS id, cents FROM order_entries WHERE provider = 'stripe'`,
    )
    const known = new Map(entries.map(({ id, cents }) => [id, cents]))
    const sum = (cents: Iterable<number>) => [...cents].reduce((total, one) => total + one, 0)
    const wrong = await database.query(
      `SELECT FROM orders WHERE received_cents <> (
         SELECT coalesce(sum(cents), 0) FROM order_entries WHERE order_id = orders.id)`,
    )
    const canceled = await database.query(`SELECT FROM orders WHERE status = 'cancelled'`)
    return [
      info('kills', kills),
      info('events lost, and sent again without an answer', `${count.lost}, ${count.again}`),
      info('presses of Pay without a way to pay', count.refused),
      info('refunds', [...held.values()].filter((cents) => cents < 0).length),
      atLeast('orders canceled', canceled.length, kills > 1 ? 1 : 0),
      atLeast('payments that Stripe took', [...held.values()].filter((cents) => cents > 0).length, payments),
      exactly('of all that moved in Stripe, lost', [...held.keys()].filter((id) => !known.has(id)).length, 0),
      exactly('entries without a move in Stripe', [...known.keys()].filter((id) => !held.has(id)).length, 0),
      exactly('entries of the same move', entries.length - known.size, 0),
      exactly('cents by which entries and Stripe differ', sum(known.values()) - sum(held.values()), 0),
      exactly('orders whose money is not the sum of their entries', wrong.length, 0),
    ]
  },
})
