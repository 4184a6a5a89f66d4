import { describeStatus, neverSent, readBody, readJson } from './read-outcome.ts'

export type TokenAnswer =
  | { kind: 'ok'; token: string; scopes: string[]; seconds: number }
  /** Shopify does not accept the client ID and secret for this store; `elsewhere` where the app is another owner's. */
  | { kind: 'unauthorized'; elsewhere: boolean }
  /** Not known yet: a dormant store, a network fault. `status` is the HTTP status, if an answer came. */
  | { kind: 'refused'; reason: string; status?: number }

const TIMEOUT_MS = 15_000
/** A refusal may be a whole page. */
const MAX_ANSWER_BYTES = 1_000_000

/** Requests a token for a day by the client credentials grant; repeating it does no harm. */
export async function requestToken(
  origin: string,
  clientId: string,
  clientSecret: string,
): Promise<TokenAnswer> {
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status === 200) {
      const { access_token, scope, expires_in } = (await readJson(response, MAX_ANSWER_BYTES)) as Record<
        string,
        unknown
      >
      const scopes = String(scope)
        .split(/[\s,]+/)
        .filter(Boolean)
      return { kind: 'ok', token: String(access_token), scopes, seconds: Number(expires_in) || 3600 }
    }
    const { status } = response
    if (status === 400 || status === 401)
      // Shopify grants these tokens only where app and store belong to one organization.
      return {
        kind: 'unauthorized',
        elsewhere: (await readBody(response, MAX_ANSWER_BYTES)).includes('shop_not_permitted'),
      }
    void response.body?.cancel()
    return { kind: 'refused', reason: describeStatus(status), status }
  } catch (error) {
    const reason = neverSent(error) ? 'Shopify could not be reached.' : 'Shopify did not answer.'
    return { kind: 'refused', reason }
  }
}
