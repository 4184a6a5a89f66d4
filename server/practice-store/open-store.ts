import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Fault, FaultScript, Refused } from './faults.ts'
import { loadSchema } from './load-schema.ts'
import { tooManyAttempts } from './orders.ts'
import { answerPicture } from './pictures.ts'
import { failure, type GraphqlRequest, nameOf, runOperation, throttledAnswer } from './run-operation.ts'
import { schemaVersions } from './schema-files.ts'
import type { Shelf } from './shelf.ts'
import { issueToken, keyOf, type Shop } from './shop.ts'

/** How long a slow answer takes, in milliseconds. */
const SLOW = 1500

export interface PracticeStore {
  origin: string
  close: () => Promise<void>
}

/**
 * A store that speaks Shopify's language, on a free port of this machine alone: its real schema, its tokens, scopes,
 * costs and refusals, and, where a test asks for it, its bad days.
 *
 * @throws SchemaMissing when Shopify's schema cannot be had
 */
export async function openPracticeStore(
  shelf: Shelf,
  faults: FaultScript = () => null,
): Promise<PracticeStore> {
  await loadSchema(schemaVersions[0])
  const server = createServer((request, response) => {
    answer(shelf, faults, request, response).catch((error) => {
      console.error('The practice store failed:', error)
      response.writeHead(500).end()
    })
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function answer(shelf: Shelf, faults: FaultScript, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'GET') return answerPicture(faults, request, response)
  const send = (status: number, body: object) =>
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'x-shopify-api-version': schemaVersions[0],
      })
      .end(JSON.stringify(body))
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}')
  const isForToken = request.url === '/admin/oauth/access_token'
  if (!isForToken && !/^\/admin\/api\/[\w-]+\/graphql\.json$/.test(request.url ?? ''))
    return send(404, { errors: 'Not Found' })
  const credential = String(isForToken ? body.client_id : request.headers['x-shopify-access-token'])
  const fault = await faults(isForToken ? 'token' : nameOf(body), keyOf(credential))
  if (fault === 'cut') return request.socket.destroy()
  if (fault === 'unavailable') return send(503, { errors: 'Service Unavailable' })
  if (isObject(fault) && 'status' in fault) {
    if (fault.retryAfter) response.setHeader('retry-after', fault.retryAfter)
    return send(fault.status, { error: fault.error })
  }
  if (fault === 'slow') await setTimeout(SLOW)
  const result = await shelf.use<object | null>(keyOf(credential), async (shop) =>
    isForToken ? grant(shop, body) : carryOut(shop, credential, body, fault),
  )
  if (fault === 'dropped') return request.socket.destroy()
  if (result) return send(200, result)
  return isForToken
    ? send(400, { error: 'invalid_client' })
    : send(401, { errors: '[API] Invalid API key or access token' })
}

/** @returns null for a token that is not good */
async function carryOut(shop: Shop, token: string, body: GraphqlRequest, fault: Fault | Refused | null) {
  if (fault === 'expired') shop.tokens = {}
  if (!(shop.tokens[token] && shop.tokens[token] > Date.now())) return null
  if (fault === 'throttled') return throttledAnswer(shop)
  if (fault === 'userError')
    return refusal(nameOf(body), [{ field: null, message: 'The store refuses this today.' }])
  if (fault === 'tooManyAttempts') return refusal(nameOf(body), [tooManyAttempts])
  if (fault === 'inactive') return failure('The shop is not active.', 'SHOP_INACTIVE')
  if (isObject(fault)) return refusal(nameOf(body), fault.userErrors)
  return runOperation(await loadSchema(schemaVersions[0]), shop, body)
}

const isObject = <T>(value: T): value is T & object => typeof value === 'object' && value !== null

function grant(shop: Shop, body: Record<string, unknown>) {
  const { client_id, client_secret, grant_type } = body
  if (client_id !== shop.clientId || client_secret !== shop.clientSecret) return null
  if (grant_type !== 'client_credentials') return null
  return { access_token: issueToken(shop), scope: shop.scopes.join(','), expires_in: 86_399 }
}

const refusal = (name: string, userErrors: Refused['userErrors']) => ({ data: { [name]: { userErrors } } })
