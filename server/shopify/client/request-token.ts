import { describeStatus, neverSent } from './read-outcome.ts'

export type TokenAnswer =
  | { kind: 'ok'; token: string; scopes: string[]; seconds: number }
  /** Shopify does not accept the client ID and secret for this store; `elsewhere` where the app is another owner's. */
  | { kind: 'unauthorized'; elsewhere: boolean }
  /** Nobody can say yet: a store that sleeps, a fault on the way. `status` is the HTTP status, if an answer came. */
  | { kind: 'refused'; reason: string; status?: number }

const PATIENCE = 15_000

/** A token for a day, by the client credentials grant: asking twice does no harm. */
export async function askToken(origin: string, clientId: string, clientSecret: string): Promise<TokenAnswer> {
  try {
    const response = await fetch(`${origin}/admin/oauth/access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (response.status === 200) {
      const { access_token, scope, expires_in } = (await response.json()) as Record<string, unknown>
      const scopes = String(scope)
        .split(/[\s,]+/)
        .filter(Boolean)
      return { kind: 'ok', token: String(access_token), scopes, seconds: Number(expires_in) || 3600 }
    }
    const { status } = response
    if (status === 400 || status === 401)
      // Shopify grants these tokens only where app and store belong to one organization.
      return { kind: 'unauthorized', elsewhere: (await response.text()).includes('shop_not_permitted') }
    void response.body?.cancel()
    return { kind: 'refused', reason: describeStatus(status), status }
  } catch (error) {
    const reason = neverSent(error) ? 'Shopify could not be reached.' : 'Shopify did not answer.'
    return { kind: 'refused', reason }
  }
}
