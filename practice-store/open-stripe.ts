import { type Interceptor, jsonResponse, openServer, type PracticeStore } from './open-store.ts'
import { accountOf, answerStripe, type StripeAccount } from './stripe-account.ts'

/** Runs `work` on the account with this key and stores what it changed. @returns null if there is no such account */
export type AccountStorage = <T>(key: string, work: (account: StripeAccount) => T) => Promise<T | null>

/** Stores accounts by key in memory. */
export const inMemoryAccounts =
  (accounts: Map<string, StripeAccount>): AccountStorage =>
  async (key, work) => {
    const account = accounts.get(key)
    return account ? work(account) : null
  }

/** Opens a local server with the part of Stripe's API that is used here: Checkout Sessions, refunds and events. */
export function openPracticeStripe(
  update: AccountStorage,
  intercept: Interceptor = (_, respond) => respond(),
): Promise<PracticeStore> {
  return openServer(async (request) => {
    const { method = '', url = '', headers } = request
    const { pathname, search } = new URL(url, 'http://practice')
    const body = Buffer.concat(await request.toArray()).toString()
    const apiKey = String(headers.authorization).replace('Bearer ', '')
    const key = headers['idempotency-key']
    const call = {
      method,
      path: pathname,
      form: new URLSearchParams(method === 'GET' ? search : body),
      apiKey,
    }
    const shopKey = accountOf(apiKey)
    const operation = `${method} ${pathname.replace(/\/\w+_test_\w+|\/\w+_\w{20,}/, '/:id')}`
    return intercept({ operation, shopKey }, async () => {
      const answer = await update(shopKey, (account) =>
        answerStripe(account, { ...call, ...(typeof key === 'string' && { idempotencyKey: key }) }),
      )
      const unknown = { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }
      return answer ? jsonResponse(answer.status, answer.body) : jsonResponse(401, unknown)
    })
  })
}
