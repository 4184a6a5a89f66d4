import { paths } from '@trunkshow/contract/paths.ts'
import { type AccountStorage, openPracticeStripe } from '@trunkshow/practice-store/open-stripe.ts'
import type { StripeAccount, StripeObject } from '@trunkshow/practice-store/stripe-account.ts'
import { eq } from 'drizzle-orm'
import type { Config } from '../config.ts'
import { stripeAccounts } from '../platform/db/schema/stripe.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { log } from '../platform/log/log.ts'
import type { StripeContext } from './queries.ts'
import { receiveEvent } from './receive-event.ts'

/** The origin of the practice Stripe, for each app of this process. */
const practice = new WeakMap<Config, Promise<string>>()

/** The server of the practice Stripe in this process, started when it is first needed. */
export function practiceOrigin(ctx: StripeContext): Promise<string> {
  const known = practice.get(ctx.config)
  if (known) return known
  const opening = openPracticeStripe(practiceAccounts(ctx)).then(({ origin }) => origin)
  practice.set(ctx.config, opening)
  opening.catch(() => practice.delete(ctx.config))
  return opening
}

export const practiceKey = (companyId: number) => `c${companyId}`
export const practicePayUrl = ({ publicUrl }: Config) => publicUrl + paths.practicePay('')

/** Stores accounts in the app's own database, and sends their events to the webhook once they are stored. */
export function practiceAccounts({ config, db }: StripeContext): AccountStorage {
  return async (key, work) => {
    const companyId = Number(/^c(\d{1,9})$/.exec(key)?.[1] ?? 0)
    const done = await inTransaction({ db }, async ({ db }) => {
      const theirs = eq(stripeAccounts.companyId, companyId)
      const [found] = await db.select().from(stripeAccounts).where(theirs).for('update')
      if (!found?.practice) return null
      const account = found.practice as StripeAccount
      const sent = new Set(account.events)
      const result = work(account)
      await db.update(stripeAccounts).set({ practice: account }).where(theirs)
      return { result, account, events: account.events.filter((event) => !sent.has(event)) }
    })
    if (!done) return null
    await deliver({ config, db }, companyId, done.account, done.events)
    return done.result
  }
}

/** An event as Stripe's library signs it now. */
export async function signEvent({ webhookSecret: secret }: StripeAccount, event: StripeObject) {
  const { default: Stripe } = await import('stripe')
  const payload = JSON.stringify(event)
  return { payload, header: Stripe.webhooks.generateTestHeaderString({ payload, secret }) }
}

/** Polling finds what is lost here. */
async function deliver(
  ctx: StripeContext,
  companyId: number,
  account: StripeAccount,
  events: StripeObject[],
) {
  for (const event of events) {
    const { payload, header } = await signEvent(account, event)
    await receiveEvent(ctx, companyId, payload, header).catch((err) =>
      log.error({ err }, 'An event of the practice Stripe was not received.'),
    )
  }
}
