import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { inMemoryAccounts, openPracticeStripe } from '@trunkshow/practice-store/open-stripe.ts'
import {
  makeAccount,
  pay,
  type StripeAccount,
  type StripeObject,
} from '@trunkshow/practice-store/stripe-account.ts'
import { atRandom, type FaultScript, injectFaults } from '@trunkshow/practice-store/testing/faults.ts'
import { readConfig } from '../../server/config.ts'
import { findFreePort } from '../../server/platform/db/embedded.ts'
import { createPool } from '../../server/platform/db/pool.ts'
import { databaseOf } from '../../server/platform/db/transaction.ts'
import { startJobs } from '../../server/platform/jobs/start-jobs.ts'
import { endPayments, readPayments } from '../../server/stripe/jobs.ts'
import { signEvent } from '../../server/stripe/practice-origin.ts'
import { call, registerHost, until } from '../bench/harness.ts'
import { atLeast, exactly, info, scenario } from './runner.ts'

const ORDERS = 24
const PAYERS = 8

/** A form as a browser posts it, without following where it leads. @returns its location; null if there was no answer */
async function post(url: string, fields: Record<string, string>): Promise<string | null> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const options = { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(20_000) } as const
  const answer = await fetch(url, options).catch(() => null)
  await answer?.arrayBuffer().catch(() => {})
  return answer?.headers.get('location') ?? null
}

const sum = (cents: Iterable<number>) => [...cents].reduce((total, one) => total + one, 0)

/** What Stripe took and gave back, in cents with their sign, each with the name of its order. */
const movedIn = ({ objects }: StripeAccount) =>
  Object.values(objects).flatMap(({ id, object, status, amount, payment_intent, metadata }) => {
    const { order } = (objects[String(payment_intent)]?.metadata ?? metadata) as { order?: string }
    if (object === 'payment_intent')
      return status === 'succeeded' ? [{ id, order, cents: Number(amount) }] : []
    return object === 'refund' ? [{ id, order, cents: -Number(amount) }] : []
  })

/** Kills the web process, the worker and the database (kill -9) while guests pay by link, and staff refund, edit, cancel and take cash. */
export const money = scenario({
  title: 'kill -9 of web process, worker and database while orders are paid by link',
  sizes: { test: [3, 60], usual: [6, 500], full: [21, 2000] },
  async run(stage, [kills, payments]) {
    const account = makeAccount('chaos', { payUrl: 'https://checkout.stripe.com/c/pay/', most: 1_000_000 })
    let faults: FaultScript = () => null
    const accounts = inMemoryAccounts(new Map([[account.key, account]]))
    const intercept = injectFaults((operation, key) => faults(operation, key))
    const stripe = await openPracticeStripe(accounts, intercept)
    stage.later(stripe.close)
    const database = await stage.openServer()
    const variables = { ...(await stage.databaseVariables(database)), STRIPE_API_ORIGIN: stripe.origin }
    const ports = { web: stage.port, worker: String(await findFreePort()) }
    const start = (role: 'web' | 'worker') => stage.start({ ...variables, ROLE: role, PORT: ports[role] })
    const running = { web: await start('web'), worker: await start('worker') }
    const { url } = running.web
    const { wake, stop } = await startJobs({
      ...{ databaseUrl: database.url, works: false, onError() {} },
      jobs: ['payments', 'payments-read'].map((name) => ({ name, cron: '', run: async () => {} })),
    })
    stage.later(stop)
    const host = await registerHost(url)
    const make = (path: string, body: object) => host.ok(path, { method: 'POST', body })
    await make('/api/company', { companyName: 'Maison Vale' })
    const made = await make('/api/products', { name: 'Gown', basePrice: '100000' })
    const form = await make('/api/order-templates', {
      templateName: 'Gown',
      fields: [{ id: 'item', label: 'Item', type: 'text' }],
    })
    const code = await make('/api/discount-codes', { code: 'SPRING', discountValue: 10 })
    await host.ok('/api/stripe/account', { method: 'PUT', body: account })
    const orders: { id: number; path: string }[] = []
    for (let count = 0; count < ORDERS; count++) {
      const customer = { customerName: 'Grace Okafor', customerEmail: `grace${count}@mail.test` }
      const orderData = { ...customer, templateId: form.id, products: [{ productId: made.id }] }
      const { id } = await make('/api/orders', { orderData })
      const { link } = await make(`/api/orders/${id}/payment-link`, { purpose: 'balance' })
      orders.push({ id, path: new URL(link).pathname })
    }
    const webhook = (await host.ok('/api/stripe/account')).webhookUrl.replace(/^https?:\/\/[^/]+/, url)
    faults = atRandom(7, { cut: 0.05, dropped: 0.1, unavailable: 0.05 })

    const count = { again: 0, lost: 0, refused: 0, cash: 0, edited: 0, forged: 0, believed: 0 }
    /** Payments whose event was answered. */
    const acknowledged = new Set<unknown>()
    async function deliver(event: StripeObject, as = account) {
      const { payload, header } = await signEvent(as, event)
      const headers = { 'stripe-signature': header }
      const sent = call(webhook, { method: 'POST', body: Buffer.from(payload), headers })
      return (await sent.catch(() => null))?.status === 200
    }
    /** Sends an event as Stripe does: signed, until it is answered, some twice; some are lost, and some forged before. */
    async function send(event: StripeObject) {
      const { object } = event.data as { object: StripeObject }
      if (randomInt(5) === 0) {
        const data = { object: { ...object, payment_intent: `pi_forged${count.forged++}` } }
        if (await deliver({ ...event, data }, { ...account, webhookSecret: 'whsec_forged' })) count.believed++
      }
      if (randomInt(10) === 0) return void count.lost++
      await setTimeout(randomInt(300))
      for (let left = randomInt(5) ? 1 : 2; left > 0; ) {
        if (await deliver(event)) {
          left--
          if (event.type === 'checkout.session.completed') acknowledged.add(object.payment_intent)
        } else {
          count.again++
          await setTimeout(300)
        }
      }
    }
    const sending = new Set<Promise<void>>()
    let delivered = 0
    function sendNew() {
      for (; delivered < account.events.length; delivered++) {
        const one: Promise<void> = send(account.events[delivered]!).finally(() => sending.delete(one))
        sending.add(one)
      }
    }

    let stopped = false
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
      pay(account, session)
      sendNew()
    }
    async function work() {
      const what = randomInt(10)
      const at = randomInt(what === 1 ? 4 : ORDERS)
      const path = `/api/orders/${orders[at]!.id}`
      const ask = async (path: string, body?: object, method = body && 'POST') =>
        host.ok(path, { method, body }).catch(() => null)
      if (what === 0) {
        const cash = { kind: 'payment', amount: '5', method: 'cash' }
        if (await ask(`${path}/entries`, cash)) count.cash++
      } else if (what === 1) await ask(`${path}/cancel`, { keep: '0' })
      else if (what < 5) {
        // A few are reduced until they are soon paid.
        const fee = { name: 'Rush fee', amount: 1 + randomInt(500) }
        const reduction = { name: 'Goodwill', amount: -98765 }
        const others = [fee, ...(at < 8 ? [reduction] : [])].filter(() => randomInt(2))
        const lines = others.map((line) => ({ productId: null, ...line }))
        const products = [{ productId: made.id, quantity: 1 + randomInt(3) }, ...lines]
        const discountCodeId = randomInt(2) ? code.id : null
        if (await ask(path, { products, discountCodeId }, 'PUT')) count.edited++
      } else if (what < 7) {
        const shown = await ask(`${path}/payments`)
        const paid = shown?.payments.find(({ refundable }: { refundable: string }) => Number(refundable) > 5)
        if (paid) await ask(`${path}/payments/${paid.id}/refund`, { amount: '5' })
        sendNew()
      } else wake('payments')
      await setTimeout(50)
    }
    const loops = Array.from({ length: PAYERS + 1 }, async (_, at) => {
      while (!stopped) await (at < PAYERS ? payOne() : work())
    })

    const roles = ['web', 'worker', 'database'] as const
    const turns = Array.from({ length: kills }, (_, n) => roles[n % 3]!).sort(() => randomInt(3) - 1)
    for (const [killed, turn] of turns.entries()) {
      await until(() => acknowledged.size >= ((killed + 1) * payments) / (kills + 1))
      wake('payments-read')
      await setTimeout(randomInt(300))
      if (turn === 'database') {
        await database.signal('SIGKILL', 'first')
        await setTimeout(500)
        await database.revive()
      } else {
        await running[turn].kill()
        running[turn] = await start(turn)
      }
    }
    await until(() => acknowledged.size >= payments)
    stopped = true
    await Promise.all(loops)
    faults = () => null
    while (sending.size) await Promise.all(sending)

    const listEntries = () =>
      database.query<{ id: string | null; order: number; cents: number }>(
        'SELECT outside_id AS id, order_id AS order, cents FROM order_entries',
      )
    /** How many of the first are not among the others. */
    const missing = (these: Iterable<unknown>, others: { id: unknown }[]) =>
      [...these].filter((id) => !others.some((other) => other.id === id)).length
    const centsOf = (all: { cents: number }[]) => sum(all.map(({ cents }) => cents))
    const unstored = missing(acknowledged, await listEntries())
    // What the schedule does within ten minutes.
    const pool = createPool(database.url, undefined)
    const config = readConfig({ ...variables, DATA_DIR: stage.dataDir, PORT: stage.port })
    const ctx = { config, db: databaseOf(pool) }
    await database.query(`UPDATE payment_requests SET created_at = created_at - interval '1 hour'`)
    for (let times = 0; times < 3; times++) {
      await endPayments(ctx)
      await readPayments(ctx)
    }
    await pool.end()

    const moved = movedIn(account)
    const entries = await listEntries()
    const [byStripe, byHand] = [entries.filter(({ id }) => id), entries.filter(({ id }) => !id)]
    const known = new Set(byStripe.map(({ id }) => id))
    const wrong: number[] = []
    for (const { id } of orders) {
      const order: Order = await host.ok(`/api/orders/${id}`)
      const prices = order.products.map(({ basePrice, quantity }) => Number(basePrice) * quantity)
      const discount = order.discount ? Math.round(sum(prices.filter((price) => price > 0)) / 10) : 0
      const ofOrder = moved.filter(({ order: name }) => name === orderName(order))
      const held = centsOf([...ofOrder, ...byHand.filter((entry) => entry.order === id)]) / 100
      const owes = order.status === 'cancelled' ? 0 : Math.max(0, sum(prices) - discount - held)
      const isRight = Number(order.due) === owes && Number(order.money.held) === held
      if (!isRight || (owes === 0 && order.status === 'pending')) wrong.push(id)
    }
    const canceled = await database.query(`SELECT FROM orders WHERE status = 'cancelled'`)
    const ended = await database.query(`SELECT FROM payment_requests WHERE state = 'expired'`)
    return [
      info('kills', kills),
      info('events lost, and sent again without an answer', `${count.lost}, ${count.again}`),
      info('presses of Pay without a way to pay', count.refused),
      info('refunds', moved.filter(({ cents }) => cents < 0).length),
      atLeast('edits of lines and discounts', count.edited, 1),
      atLeast('payments that ended unpaid', ended.length, 1),
      atLeast('orders canceled', canceled.length, kills > 3 ? 1 : 0),
      atLeast('payments acknowledged', acknowledged.size, payments),
      exactly('of these, not stored', unstored, 0),
      exactly('of cash that was acknowledged, not stored', Math.max(0, count.cash - byHand.length), 0),
      atLeast('forged events', count.forged, 1),
      exactly('of these, believed', count.believed, 0),
      exactly(
        'of all that moved in Stripe, lost',
        missing(
          moved.map(({ id }) => id),
          byStripe,
        ),
        0,
      ),
      exactly('entries without a move in Stripe', missing(known, moved), 0),
      exactly('entries of the same move', byStripe.length - known.size, 0),
      exactly('cents by which entries and Stripe differ', centsOf(byStripe) - centsOf(moved), 0),
      exactly('orders with a wrong due or status', wrong.length, 0),
    ]
  },
})
