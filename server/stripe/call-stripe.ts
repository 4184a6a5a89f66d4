import { AppError } from '@trunkshow/contract/errors.ts'
import { stripeMessages as text } from '@trunkshow/contract/stripe/messages.ts'
import { and, eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { stripeAccounts } from '../platform/db/schema/stripe.ts'
import { decryptSecret } from '../platform/db/secrets.ts'
import { practiceOrigin } from './practice-origin.ts'
import { type AccountRow, findAccount, type StripeContext } from './queries.ts'

const TIMEOUT_MS = 15_000
/** How many calls of a company are under way at once in a process. */
const MAX_CALLS = 6
const calls = new Map<number, number>()

/**
 * What came of a call: `refused` and `denied` were certainly not carried out, `unknown` may have been, and `unauthorized`
 * ends with another key.
 */
export class StripeFailure extends Error {
  readonly kind: 'unauthorized' | 'denied' | 'refused' | 'unknown'
  constructor(kind: StripeFailure['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** A client of Stripe's library, which is loaded when it is first needed. */
export async function openClient(
  ctx: StripeContext,
  kind: AccountRow['kind'],
  apiKey: string,
): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const origin = kind === 'practice' ? await practiceOrigin(ctx) : ctx.config.stripeOrigin
  const { hostname, port, protocol } = new URL(origin ?? 'https://api.stripe.com')
  return new StripeClient(apiKey, {
    host: hostname,
    ...(port && { port: Number(port) }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** Runs calls of a client. @throws StripeFailure; AppError too_many while too many of the company's are under way */
export async function withClient<T>(
  client: Stripe,
  companyId: number,
  run: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const underWay = calls.get(companyId) ?? 0
  if (underWay >= MAX_CALLS) throw new AppError('too_many', text.busy, { retryAfter: 2 })
  calls.set(companyId, underWay + 1)
  try {
    const answer = await run(client)
    // The library takes a failure without Stripe's error, such as a proxy's, for an answer.
    const { statusCode = 200 } =
      (answer as { lastResponse?: { statusCode?: number } } | null)?.lastResponse ?? {}
    if (statusCode < 400) return answer
    throw Object.assign(new Error(), { type: 'StripeAPIError', statusCode })
  } catch (error) {
    throw failureOf(error)
  } finally {
    const left = calls.get(companyId)! - 1
    if (left) calls.set(companyId, left)
    else calls.delete(companyId)
  }
}

function failureOf(error: unknown): unknown {
  const { type, statusCode = 0, message } = error as Partial<Stripe.errors.StripeError>
  if (!String(type).startsWith('Stripe')) return error
  if (statusCode === 401) return new StripeFailure('unauthorized', text.mustReconnect)
  if (statusCode === 403) return new StripeFailure('denied', text.refused(message ?? ''))
  // 409: another call with the same key is under way.
  if (statusCode >= 400 && statusCode < 500 && statusCode !== 429 && statusCode !== 409)
    return new StripeFailure('refused', text.refused(message ?? ''))
  return new StripeFailure('unknown', text.unreachable)
}

/**
 * Calls a company's Stripe; a refused key asks to reconnect.
 *
 * @throws StripeFailure; AppError conflict when none is connected, too_many
 */
export async function callStripe<T>(
  ctx: StripeContext,
  companyId: number,
  run: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const account = await findAccount(ctx, companyId)
  const key = account?.apiKey && decryptSecret(ctx.config, 'stripe key', companyId, account.apiKey)
  if (!account || !key) throw new AppError('conflict', text.notConnected)
  try {
    return await withClient(await openClient(ctx, account.kind, key), companyId, run)
  } catch (error) {
    if (error instanceof StripeFailure && error.kind === 'unauthorized')
      await ctx.db
        .update(stripeAccounts)
        .set({ mustReconnect: true })
        .where(and(eq(stripeAccounts.companyId, companyId), eq(stripeAccounts.apiKey, account.apiKey!)))
    throw error
  }
}

/** Turns a failed call into the error that a person reads. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof StripeFailure)) return error
  return new AppError(
    error.kind === 'unknown' || error.kind === 'unauthorized' ? 'unavailable' : 'conflict',
    error.message,
  )
}
