import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { loadSchema, schemaVersions } from './load-schema.ts'
import { drawPicture, readPictureUrl } from './products.ts'
import { type GraphqlRequest, nameOf, runOperation } from './run-operation.ts'
import { issueToken, keyOf, type Shop } from './shop.ts'

export interface PracticeStore {
  origin: string
  close: () => Promise<void>
}

/** Runs `work` on the shop with this key and stores what it changed. @returns null if there is no such shop */
export type ShopStorage = <T>(key: string, work: (shop: Shop) => Promise<T>) => Promise<T | null>

/** Stores shops by key in memory. */
export function inMemoryStorage(shops: Map<string, Shop>): ShopStorage {
  return async (key, work) => {
    const shop = shops.get(key)
    return shop ? work(shop) : null
  }
}

interface StoreCall {
  /** The name of the GraphQL operation, or `token`, or `picture`. */
  operation: string
  /** The key of the shop that the caller claims to be. */
  shopKey: string
}

export interface StoreResponse {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer | AsyncIterable<Buffer>
}

/** Sends the store's normal response. `run` replaces the GraphQL operation; null rejects the token. */
type Respond = (run?: (shop: Shop) => object | null) => Promise<StoreResponse>

/** Decides how each call is answered. @returns null to break the connection */
export type Interceptor = (call: StoreCall, respond: Respond) => Promise<StoreResponse | null>

/** Opens a local server with Shopify's schema, tokens, scopes, costs and user errors. @throws SchemaMissingError */
export async function openPracticeStore(
  update: ShopStorage,
  intercept: Interceptor = (_, respond) => respond(),
): Promise<PracticeStore> {
  await loadSchema(schemaVersions[0])
  return openServer(async (request) => {
    const known = await readCall(update, request)
    return known ? intercept(known.call, known.respond) : jsonResponse(404, { errors: 'Not Found' })
  })
}

/** Opens a local server. @param answer null breaks the connection */
export async function openServer(
  answer: (request: IncomingMessage) => Promise<StoreResponse | null>,
): Promise<PracticeStore> {
  async function respond(request: IncomingMessage, response: ServerResponse) {
    const given = await answer(request)
    if (!given) return request.socket.destroy()
    response.writeHead(given.status, given.headers)
    Readable.from(given.body ?? []).pipe(response)
  }
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => {
      console.error('A practice server failed:', error)
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

/** A response as Shopify's API sends it. */
export function jsonResponse(status: number, body: object, headers = {}): StoreResponse {
  const usual = { 'content-type': 'application/json', 'x-shopify-api-version': schemaVersions[0] }
  return { status, headers: { ...usual, ...headers }, body: JSON.stringify(body) }
}

async function readCall(
  update: ShopStorage,
  request: IncomingMessage,
): Promise<{ call: StoreCall; respond: Respond } | null> {
  const { method, headers, url = '' } = request
  if (method === 'GET') return readPictureCall(url)
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}')
  if (url === '/admin/oauth/access_token') return readTokenCall(update, body)
  if (/^\/admin\/api\/[\w-]+\/graphql\.json$/.test(url))
    return readOperationCall(update, String(headers['x-shopify-access-token']), body)
  return null
}

function readPictureCall(url: string) {
  const picture = readPictureUrl(url)
  return (
    picture && {
      call: { operation: 'picture', shopKey: picture.shopKey },
      respond: async () => ({
        status: 200,
        headers: { 'content-type': 'image/png' },
        body: await drawPicture(picture.color),
      }),
    }
  )
}

function readTokenCall(update: ShopStorage, body: Record<string, unknown>) {
  const shopKey = keyOf(String(body.client_id))
  return {
    call: { operation: 'token', shopKey },
    async respond() {
      const granted = await update(shopKey, async (shop) => grantToken(shop, body))
      return granted ? jsonResponse(200, granted) : jsonResponse(400, { error: 'invalid_client' })
    },
  }
}

function grantToken(shop: Shop, { client_id, client_secret, grant_type }: Record<string, unknown>) {
  if (client_id !== shop.clientId || client_secret !== shop.clientSecret) return null
  if (grant_type !== 'client_credentials') return null
  return { access_token: issueToken(shop), scope: shop.scopes.join(','), expires_in: 86_399 }
}

function readOperationCall(update: ShopStorage, token: string, body: GraphqlRequest) {
  const shopKey = keyOf(token)
  const runInShop = async (shop: Shop) => runOperation(await loadSchema(schemaVersions[0]), shop, body)
  return {
    call: { operation: nameOf(body), shopKey },
    async respond(run: (shop: Shop) => object | null | Promise<object> = runInShop) {
      const result = await update(shopKey, async (shop) => {
        const expiresAt = shop.tokens[token]
        return expiresAt && expiresAt > Date.now() ? run(shop) : null
      })
      return result
        ? jsonResponse(200, result)
        : jsonResponse(401, { errors: '[API] Invalid API key or access token' })
    },
  }
}
