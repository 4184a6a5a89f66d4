import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { stripeMessages as text } from '@trunkshow/contract/stripe/messages.ts'
import { neededPermissions, type Permission } from '@trunkshow/contract/stripe/rules.ts'
import type { ConnectInput, PaymentSettings, StripeAccountView } from '@trunkshow/contract/stripe/schema.ts'
import { makeAccount, type StripeAccount } from '@trunkshow/practice-store/stripe-account.ts'
import { eq, sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { record } from '../activity/record-activity.ts'
import { findCompany } from '../company/queries.ts'
import type { StaffContext } from '../context.ts'
import { stripeAccounts } from '../platform/db/schema/stripe.ts'
import { encryptSecret } from '../platform/db/secrets.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { openClient, refusalOf, StripeFailure, withClient } from './call-stripe.ts'
import { closeSessions } from './end-payments.ts'
import { practiceKey, practicePayUrl } from './practice-origin.ts'
import { type AccountRow, findAccount, getAccount } from './queries.ts'

/**
 * What asks for each permission without doing anything: Stripe checks a key's permission before it looks for what does not
 * exist (docs/stripe.md).
 */
const probes: Record<Permission, (stripe: Stripe) => Promise<unknown>> = {
  checkout: (stripe) => stripe.checkout.sessions.expire('cs_test_trunkshow_checks_its_key'),
  refunds: (stripe) => stripe.refunds.create({ payment_intent: 'pi_trunkshow_checks_its_key' }),
  events: (stripe) => stripe.events.list({ limit: 1 }),
}

/**
 * Returns the permissions that a key lacks.
 *
 * @throws AppError invalid at the field for a key that Stripe refuses or that can't take payments, unavailable
 */
async function checkKey(ctx: StaffContext, kind: AccountRow['kind'], apiKey: string): Promise<Permission[]> {
  const client = await openClient(ctx, kind, apiKey)
  const missing: Permission[] = []
  for (const [permission, probe] of Object.entries(probes) as [Permission, (typeof probes)[Permission]][]) {
    try {
      await withClient(client, ctx.actor.companyId, probe)
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error
      if (error.kind === 'unauthorized') throw fieldError('invalid', 'apiKey', text.keyRefused)
      if (error.kind === 'unknown') throw refusalOf(error)
      if (error.kind === 'denied') missing.push(permission)
    }
  }
  if (missing.includes('checkout'))
    throw fieldError('invalid', 'apiKey', text.keyMayNotCharge(neededPermissions.checkout))
  return missing
}

/**
 * Connects an account after checking its key; payments that are open with an earlier one end first.
 *
 * @throws AppError conflict before the company is saved, invalid at the field that is wrong, unavailable
 */
export async function connectStripe(
  ctx: StaffContext,
  { apiKey, webhookSecret }: ConnectInput,
  kind: AccountRow['kind'] = 'stripe',
): Promise<StripeAccountView> {
  const { config, actor } = ctx
  const { companyId } = actor
  const company = await findCompany(ctx)
  if (!company) throw new AppError('conflict', text.companyNotSaved)
  const missing = await checkKey(ctx, kind, apiKey)
  await closeSessions(ctx)
  const connection = {
    kind,
    missing,
    apiKey: encryptSecret(config, 'stripe key', companyId, apiKey),
    webhookSecret: encryptSecret(config, 'stripe webhook', companyId, webhookSecret),
    keyEnding: apiKey.slice(-4),
    isLive: apiKey.startsWith('rk_live_'),
    mustReconnect: false,
    heardAt: null,
    eventsReadUntil: sql`now()`,
    updatedAt: sql`now()`,
  }
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .insert(stripeAccounts)
      .values({ companyId, ...connection })
      .onConflictDoUpdate({ target: stripeAccounts.companyId, set: connection })
    await record(ctx, 'stripe.connected', { id: companyId, name: company.companyName })
  })
  return getAccount(ctx)
}

/** Connects the company's practice Stripe, created the first time. @throws AppError conflict, unavailable */
export async function connectPracticeStripe(ctx: StaffContext): Promise<StripeAccountView> {
  const { config, db, actor } = ctx
  const { companyId } = actor
  if (!(await findCompany(ctx))) throw new AppError('conflict', text.companyNotSaved)
  const fresh = makeAccount(practiceKey(companyId), { payUrl: practicePayUrl(config) })
  await db
    .insert(stripeAccounts)
    .values({ companyId, kind: 'practice', practice: fresh })
    .onConflictDoUpdate({
      target: stripeAccounts.companyId,
      set: { practice: sql`coalesce(${stripeAccounts.practice}, excluded.practice)` },
    })
  const { apiKey, webhookSecret } = (await findAccount(ctx, companyId))!.practice as StripeAccount
  return connectStripe(ctx, { apiKey, webhookSecret }, 'practice')
}

/** Ends open payments in Stripe and deletes key and secret. @throws AppError conflict; unavailable, nothing is deleted then */
export async function disconnectStripe(ctx: StaffContext): Promise<StripeAccountView> {
  const { companyId } = ctx.actor
  const account = await findAccount(ctx, companyId)
  if (!account?.apiKey) throw new AppError('conflict', text.notConnected)
  await closeSessions(ctx)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(stripeAccounts)
      .set({ apiKey: null, webhookSecret: null, keyEnding: '', missing: [], mustReconnect: false })
      .where(eq(stripeAccounts.companyId, companyId))
    const company = await findCompany(ctx)
    await record(ctx, 'stripe.disconnected', { id: companyId, name: company?.companyName ?? '' })
  })
  return getAccount(ctx)
}

/** Changes the least that guests can choose to pay. @throws AppError conflict */
export async function savePaymentSettings(
  ctx: StaffContext,
  { minimum }: PaymentSettings,
): Promise<StripeAccountView> {
  const { rowCount } = await ctx.db
    .update(stripeAccounts)
    .set({ minimumCents: minimum, updatedAt: sql`now()` })
    .where(eq(stripeAccounts.companyId, ctx.actor.companyId))
  if (!rowCount) throw new AppError('conflict', text.notConnected)
  return getAccount(ctx)
}
