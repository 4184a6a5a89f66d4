import type { PracticeStore } from '@trunkshow/practice-store/open-store.ts'
import { inMemoryAccounts, openPracticeStripe } from '@trunkshow/practice-store/open-stripe.ts'
import {
  makeAccount,
  type StripeAccount,
  type StripeObject,
} from '@trunkshow/practice-store/stripe-account.ts'
import { type FaultScript, injectFaults } from '@trunkshow/practice-store/testing/faults.ts'
import { Stripe } from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { signId } from '../platform/http/tokens.ts'
import { endPayments, readPayments } from '../stripe/jobs.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './factories.ts'

/** Practice accounts of Stripe for the companies of one test file. */
export interface TestStripe {
  /** All calls after connecting, in order, such as `POST /v1/refunds`. */
  asked: string[]
  /** Opens an account that no company is connected to. */
  open: (changes?: Partial<StripeAccount>) => StripeAccount
  /** Connects the user's company, which gets a name, to a new account. */
  connect: (user: TestUser, changes?: Partial<StripeAccount>) => Promise<StripeAccount>
  /** Sets the faults of future calls. */
  fail: (account: StripeAccount, faults: FaultScript) => void
  /** The address of a company's webhook. */
  webhookOf: (user: Pick<TestUser, 'companyId'>) => string
  /** Sends an event, signed by its account unless a secret is given. @returns the status */
  send: (
    user: Pick<TestUser, 'companyId'>,
    account: StripeAccount,
    event: StripeObject,
    options?: { secret?: string; timestamp?: number; header?: string },
  ) => Promise<number>
  /** Sends all events that were not sent. */
  sendAll: (user: Pick<TestUser, 'companyId'>, account: StripeAccount) => Promise<void>
  /** Opens a page of the app as a guest, and posts a form to it. */
  page: (url: string, fields?: Record<string, string>) => ReturnType<TestApp['call']>
  /** Presses Pay on the page of a link. @returns the id of the Checkout Session */
  begin: (link: string, fields?: Record<string, string>) => Promise<string>
  /** Runs the jobs. */
  work: () => Promise<void>
  read: () => Promise<void>
}

const sent = new WeakMap<StripeAccount, number>()
let opened = 0

/** A number for each account, which letters and digits of its key tell apart. */
const nextKey = () => `t${process.pid}x${++opened}`

export function startTestStripe(test: TestApp): TestStripe {
  const accounts = new Map<string, StripeAccount>()
  const scripts = new Map<string, FaultScript>()
  const asked: string[] = []
  let server: PracticeStore
  beforeAll(async () => {
    const faults: FaultScript = (operation, key) => {
      asked.push(operation)
      return scripts.get(key)?.(operation, key) ?? null
    }
    server = await openPracticeStripe(inMemoryAccounts(accounts), injectFaults(faults))
    test.config.stripeOrigin = server.origin
  })
  afterAll(() => server?.close())
  const context = () => ({ config: test.config, db: databaseOf(test.pool) })
  const webhookOf: TestStripe['webhookOf'] = ({ companyId }) =>
    `/api/stripe/webhook/${signId(test.config, 'stripe', String(companyId))}`
  function open(changes: Partial<StripeAccount> = {}) {
    const account = makeAccount(nextKey(), { payUrl: 'https://checkout.stripe.com/c/pay/', ...changes })
    accounts.set(account.key, account)
    return account
  }
  const send: TestStripe['send'] = async (
    user,
    account,
    event,
    { secret = account.webhookSecret, timestamp, header } = {},
  ) => {
    const payload = JSON.stringify(event)
    const signature =
      header ??
      Stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp && { timestamp }) } as never)
    const answer = await test.call('POST', webhookOf(user), payload, { 'stripe-signature': signature })
    return answer.status
  }
  const page: TestStripe['page'] = (url, fields) => {
    const path = url.replace(test.config.publicUrl, '')
    if (!fields) return test.call('GET', path, undefined, { accept: 'text/html' })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return test.call('POST', path, form, { accept: 'text/html' })
  }
  return {
    asked,
    open,
    webhookOf,
    send,
    page,
    async connect(user, changes) {
      const account = open(changes)
      await test.rows(`UPDATE companies SET company_name = 'Maison Vale' WHERE id = $1`, [user.companyId])
      const { apiKey, webhookSecret } = account
      const { status, body } = await user.call('PUT', '/api/stripe/account', { apiKey, webhookSecret })
      if (status !== 200) throw new Error(`Stripe was not connected: ${JSON.stringify(body)}`)
      asked.length = 0
      return account
    },
    fail: (account, faults) => scripts.set(account.key, faults),
    async sendAll(user, account) {
      const from = sent.get(account) ?? 0
      sent.set(account, account.events.length)
      for (const event of account.events.slice(from)) {
        const status = await send(user, account, event)
        if (status !== 200) throw new Error(`${event.type} was answered ${status}`)
      }
    },
    async begin(link, fields = { purpose: 'balance' }) {
      const { status, headers, text } = await page(link, fields)
      if (status !== 303) throw new Error(`The payment did not begin: ${status} ${text.slice(0, 2000)}`)
      return String(headers.location).split('/').at(-1)!
    },
    work: () => endPayments(context()),
    read: () => readPayments(context()),
  }
}
