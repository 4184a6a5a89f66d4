import { log } from '../../platform/log/log.ts'
import { operations } from './shopify-operations.ts'
import type { OperationTypes } from './shopify-types.ts'

/** docs/shopify.md, API version */
const API_VERSION = '2026-10'
const TIMEOUT_MS = 20_000
/** A page of products with long descriptions is the largest, and has a few megabytes. */
const MAX_ANSWER_BYTES = 32_000_000

export interface StoreAccess {
  /** Of its API, without a slash at the end. */
  origin: string
  token: string
  /** Key of its rate limit; without one the call neither waits for points nor records them. */
  bucket?: string
}

/** Each store's points at its last answer and each operation's cost, so that no call is sent only to be throttled. */
const buckets = new Map<string, ThrottleStatus & { at: number }>()
const costs = new Map<string, number>()

function waitBefore(name: string, bucketName = ''): number {
  const bucket = buckets.get(bucketName)
  if (!bucket) return 0
  const refilled = bucket.currentlyAvailable + (bucket.restoreRate * (performance.now() - bucket.at)) / 1000
  return waitForPoints(costs.get(name) ?? 0, { ...bucket, currentlyAvailable: refilled })
}

/** Sends one operation, once; the caller decides about retries. */
export async function sendOperation<Name extends keyof OperationTypes>(
  { origin, token, bucket }: StoreAccess,
  name: Name,
  variables: OperationTypes[Name]['variables'],
): Promise<Outcome<OperationTypes[Name]['data']>> {
  const wait = waitBefore(name, bucket)
  if (wait > 0) return { kind: 'throttled', wait }
  const sent = await post(`${origin}/admin/api/${API_VERSION}/graphql.json`, token, {
    query: operations[name],
    variables,
  })
  if ('kind' in sent) return sent
  const cost = sent.extensions?.cost
  if (cost) costs.set(name, cost.requestedQueryCost)
  if (bucket && cost?.throttleStatus) buckets.set(bucket, { ...cost.throttleStatus, at: performance.now() })
  return readOutcome(sent)
}

/** Posts JSON, and follows no redirect. */
export function postJson(url: string, body: object, headers: Record<string, string>, timeoutMs: number) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
}

async function post(url: string, token: string, body: object): Promise<Answer | Outcome<never>> {
  try {
    const headers = { 'x-shopify-access-token': token }
    const response = await postJson(url, body, headers, TIMEOUT_MS)
    return readStatus(response) ?? ((await readJson(response, MAX_ANSWER_BYTES)) as Answer)
  } catch (error) {
    return outcomeOfFailure(error)
  }
}

function readStatus(response: Response): Outcome<never> | null {
  const { status, headers } = response
  const version = headers.get('x-shopify-api-version')
  if (version && version !== API_VERSION) warnAboutVersion(version)
  if (status === 200) return null
  void response.body?.cancel()
  if (status === 401) return { kind: 'unauthorized' }
  if (status === 403) return { kind: 'denied', scopes: [] }
  // Seconds, as HTTP has it.
  if (status === 429) return { kind: 'throttled', wait: (Number(headers.get('retry-after')) || 1) * 1000 }
  const reason = describeStatus(status)
  if (isAsleep(status)) return { kind: 'refused', reason, status }
  return status >= 500 ? { kind: 'unknown', reason } : { kind: 'invalid', reason, status }
}

const warned = new Set<string>()
/** Shopify answers a retired version with a newer one, without an error; the operator should know before something breaks. */
function warnAboutVersion(version: string) {
  if (warned.has(version)) return
  warned.add(version)
  log.warn(`Shopify answered with version ${version} of its API in place of ${API_VERSION}.`)
}

/**
 * The outcome of a call. `refused` and `throttled` were certainly not carried out and may be sent again; `unknown` may
 * have been (docs/decisions/018). Waits are in milliseconds; `status` is the HTTP status of an answer without content.
 */
export type Outcome<Data> =
  | { kind: 'ok'; data: Data }
  | { kind: 'userErrors'; errors: UserError[] }
  | { kind: 'throttled'; wait: number }
  | { kind: 'refused'; reason: string; status?: number }
  | { kind: 'unknown'; reason: string }
  | { kind: 'denied'; scopes: string[] }
  | { kind: 'unauthorized' }
  | { kind: 'invalid'; reason: string; status?: number }

/** A refusal, with the path of the input field. */
export interface UserError {
  field: string[] | null
  message: string
  code?: string | null
}

/** Shopify's leaky bucket, in points and points a second. */
interface ThrottleStatus {
  maximumAvailable: number
  currentlyAvailable: number
  restoreRate: number
}

interface Answer {
  data?: Record<string, { userErrors?: UserError[] } | null> | null
  errors?: { message: string; extensions?: { code?: string; requiredAccess?: string } }[] | string | null
  extensions?: { cost?: { requestedQueryCost: number; throttleStatus?: ThrottleStatus } }
}

/** How long until the bucket holds this many points again, in milliseconds. */
function waitForPoints(cost: number, { maximumAvailable, currentlyAvailable, restoreRate }: ThrottleStatus) {
  return (Math.max(0, Math.min(cost, maximumAvailable) - currentlyAvailable) / restoreRate) * 1000
}

/** Reads an answer with HTTP status 200. */
function readOutcome<Data>({ data, extensions, ...answer }: Answer): Outcome<Data> {
  const errors = answer.errors ?? []
  if (typeof errors === 'string') return { kind: 'invalid', reason: errors }
  const codes = errors.map((error) => error.extensions?.code)
  if (codes.includes('THROTTLED')) {
    const { requestedQueryCost = 0, throttleStatus } = extensions?.cost ?? {}
    return {
      kind: 'throttled',
      wait: throttleStatus ? waitForPoints(requestedQueryCost, throttleStatus) : 1000,
    }
  }
  // The same as the HTTP status 402: the store is paused or frozen.
  if (codes.includes('SHOP_INACTIVE')) return { kind: 'refused', reason: describeErrors(errors), status: 402 }
  const roots = Object.values(data ?? {})
  const userErrors = roots.flatMap((root) => root?.userErrors ?? [])
  if (userErrors.length > 0) return { kind: 'userErrors', errors: userErrors }
  // A nested field may be withheld, such as a customer's name: the call succeeded all the same.
  const done = roots.length > 0 && (errors.length === 0 || roots.every((root) => root !== null))
  if (done) return { kind: 'ok', data: data as Data }
  const denied = errors.filter((error) => error.extensions?.code === 'ACCESS_DENIED')
  if (denied.length > 0) return { kind: 'denied', scopes: scopesIn(denied) }
  const reason = describeErrors(errors) || 'The answer was empty.'
  // After an internal error Shopify may have carried it out; any other refusal comes before that.
  return {
    kind: codes.includes('INTERNAL_SERVER_ERROR') || errors.length === 0 ? 'unknown' : 'invalid',
    reason,
  }
}

const describeErrors = (errors: { message: string }[]) => errors.map(({ message }) => message).join(' ')

/** The scopes that `requiredAccess` names in a sentence, such as "`write_orders` access scope". */
function scopesIn(errors: { extensions?: { requiredAccess?: string } }[]): string[] {
  const sentences = errors.map(({ extensions }) => extensions?.requiredAccess ?? '').join(' ')
  return [...new Set([...sentences.matchAll(/\b(?:read|write)_\w+/g)].map(String))]
}

/** Shopify's statuses for a store that is frozen, locked or asleep. */
export const isAsleep = (status = 0) => [402, 423, 430].includes(status)

/** The reason for an answer with only this HTTP status. */
export function describeStatus(status: number): string {
  if (isAsleep(status)) return `The store does not answer now (HTTP ${status}).`
  if (status === 429 || status >= 500) return `Shopify answered with a fault (HTTP ${status}).`
  return `There is no store that answers at this address (HTTP ${status}).`
}

/**
 * Whether the connection was never made: after any other failure the store may have received the request. The code alone
 * is not enough, since a host may become unreachable while its answer is awaited.
 */
export function neverSent(error: unknown): boolean {
  const { code = '', syscall = '', errors = [] } = ((error as Error).cause ?? {}) as Failure
  // With several addresses, each was tried.
  const calls = errors.length > 0 ? errors.map((each) => each.syscall ?? '') : [syscall]
  if (calls.every((call) => call === 'connect' || call === 'getaddrinfo')) return true
  return /^(UND_ERR_CONNECT_TIMEOUT|ERR_TLS\w*|CERT_\w+)$/.test(code)
}

/** Node's description of a failed connection; `errors` for a host with several addresses. */
interface Failure {
  code?: string
  syscall?: string
  errors?: { syscall?: string }[]
}

function outcomeOfFailure(error: unknown): Outcome<never> {
  if (neverSent(error)) return { kind: 'refused', reason: 'Shopify could not be reached.' }
  if (error instanceof UnreadableError)
    return { kind: 'unknown', reason: 'Shopify’s answer could not be read.' }
  const late = (error as Error).name === 'TimeoutError'
  return {
    kind: 'unknown',
    reason: late ? 'Shopify did not answer in time.' : 'The connection broke before Shopify answered.',
  }
}

/** An answer that is larger than any of Shopify's, or is not JSON. */
export class UnreadableError extends Error {}

/** Reads an answer's body, and leaves beyond this many bytes. @throws UnreadableError */
export async function readBody({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new UnreadableError(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads an answer that is a JSON object of at most this many bytes. @throws UnreadableError */
export async function readJson(response: Response, maxBytes: number): Promise<object> {
  const text = (await readBody(response, maxBytes)).toString()
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return json
  } catch {}
  throw new UnreadableError('not a JSON object')
}
