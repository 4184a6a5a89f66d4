import {
  type Answer,
  describeStatus,
  isAsleep,
  type Outcome,
  outcomeOfFailure,
  readOutcome,
  type ThrottleStatus,
  waitForPoints,
} from './read-outcome.ts'
import { operations } from './shopify-operations.ts'
import type { OperationTypes } from './shopify-types.ts'

/** The one version this product speaks (docs/shopify.md, API version). */
const API_VERSION = '2026-10'
/** How long an answer may take, in milliseconds. */
const PATIENCE = 20_000

/** A store and a token for it. */
export interface StoreAccess {
  /** Where its API is, without a slash at the end. */
  origin: string
  token: string
  /** The name its bucket is remembered by; without one the call neither waits for points nor remembers them. */
  bucket?: string
}

/** What each store's bucket held when it last answered, and what each operation cost: so that none is sent in vain. */
const buckets = new Map<string, ThrottleStatus & { at: number }>()
const costs = new Map<string, number>()

function waitBefore(name: string, bucketName = ''): number {
  const bucket = buckets.get(bucketName)
  if (!bucket) return 0
  const refilled = bucket.currentlyAvailable + (bucket.restoreRate * (Date.now() - bucket.at)) / 1000
  return waitForPoints(costs.get(name) ?? 0, { ...bucket, currentlyAvailable: refilled })
}

/** Sends one operation, once: whether and how it is tried again is its caller's to decide. */
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
  if (bucket && cost?.throttleStatus) buckets.set(bucket, { ...cost.throttleStatus, at: Date.now() })
  return readOutcome(sent)
}

async function post(url: string, token: string, body: object): Promise<Answer | Outcome<never>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    })
    return readStatus(response) ?? ((await response.json()) as Answer)
  } catch (error) {
    return outcomeOfFailure(error)
  }
}

function readStatus(response: Response): Outcome<never> | null {
  const { status, headers } = response
  const version = headers.get('x-shopify-api-version')
  if (version && version !== API_VERSION) warnOf(version)
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
/** A retired version falls forward in silence: whoever runs the product should know before something breaks. */
function warnOf(version: string) {
  if (warned.has(version)) return
  warned.add(version)
  console.warn(`Shopify answered with version ${version} of its API in place of ${API_VERSION}.`)
}
