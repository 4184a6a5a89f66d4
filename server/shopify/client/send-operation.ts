import { log } from '../../platform/log/log.ts'
import {
  type Answer,
  describeStatus,
  isAsleep,
  type Outcome,
  outcomeOfFailure,
  readJson,
  readOutcome,
  type ThrottleStatus,
  waitForPoints,
} from './read-outcome.ts'
import { operations } from './shopify-operations.ts'
import type { OperationTypes } from './shopify-types.ts'

/** docs/shopify.md, API version */
const API_VERSION = '2026-10'
const TIMEOUT_MS = 20_000
/** A page of products with long descriptions is the largest, and has a few megabytes. */
const MAX_ANSWER_BYTES = 32_000_000

/** A store and a token for it. */
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

async function post(url: string, token: string, body: object): Promise<Answer | Outcome<never>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
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
