import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import type { Endpoint } from '@trunkshow/contract/api.ts'
import { callMessages } from '@trunkshow/contract/call-messages.ts'
import { type Changers, type ErrorBody, type ErrorCode, errorBody } from '@trunkshow/contract/errors.ts'
import { urlOf } from '@trunkshow/contract/paths.ts'
import type { z } from 'zod'
import { forgetSentAnswers, takeSentAnswer } from './sent-answers.ts'
import { readStoredUser } from './stored-user.ts'
import { type OnProgress, upload } from './upload.ts'

/** What is called, for who calls it. */
export { api } from '@trunkshow/contract/api.ts'

const TIME_OUT_MS = 15_000

/** An endpoint's input: `params` and `body` if it has them, and any part of its `query`. */
type CallInput<E extends Endpoint> = (E extends { params: infer P extends z.ZodType }
  ? { params: z.output<P> }
  : unknown) &
  (E extends { query: infer Q extends z.ZodType } ? { query?: Partial<z.output<Q>> } : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown) &
  (E extends { images: infer I }
    ? { files?: Partial<Record<keyof I, File>>; onProgress?: OnProgress }
    : unknown) &
  (E extends { attachments: unknown }
    ? { files?: Record<string, File | readonly File[]>; onProgress?: OnProgress; signal?: AbortSignal }
    : unknown) &
  // A repeat with the same key returns the first result (docs/product.md, Repeated calls).
  (E extends { method: 'POST' } ? { idempotencyKey?: string } : unknown)

/** An endpoint's output; undefined if it has none (204). */
export type CallOutput<E extends Endpoint> = E extends { output: infer O extends z.ZodType }
  ? z.output<O>
  : undefined

type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** One page of a list; `next` is the next page's cursor, if there is one (docs/product.md, Lists). */
export interface Page<Row> {
  rows: Row[]
  next: string | undefined
  /** Total number of rows: `37`, or `10000+`; undefined if the list isn't counted. */
  total: string | undefined
}

/**
 * Calls an endpoint of the contract: `call(api.bookings.cancel, { params: { id } })`.
 *
 * With `files` the body is multipart, and `onProgress` receives the fraction sent, 0 to 1.
 *
 * @throws CallError if the server rejects the call, doesn't respond within 15 s or can't be reached, or if the
 *   response doesn't match the contract; uploads have 15 s per file since their last progress
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<CallOutput<E>> {
  const { body } = await send(endpoint, input as RawInput)
  return body as CallOutput<E>
}

/** Fetches one page of a list, with the next page's cursor from its `Link` header. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<CallOutput<E> extends (infer Row)[] ? Page<Row> : never> {
  const { body, headers } = await send(endpoint, input as RawInput)
  return {
    rows: body,
    next: nextCursor(headers.get('link')),
    total: headers.get('x-total-count') ?? undefined,
  } as never
}

/** Fetches all pages of a list and returns every row. */
export async function callAll<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) {
  const rows: unknown[] = []
  const { query, ...rest }: RawInput = input ?? {}
  let cursor: string | undefined
  do {
    const page = { ...rest, query: { ...query, limit: 500, cursor } }
    const { body, headers } = await send(endpoint, page)
    rows.push(...body)
    cursor = nextCursor(headers.get('link'))
  } while (cursor)
  return rows as CallOutput<E>
}

interface RawInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: Record<string, File | readonly File[] | undefined>
  onProgress?: OnProgress
  signal?: AbortSignal
  idempotencyKey?: string
}

async function send(endpoint: Endpoint, input: RawInput = {}) {
  const url = urlOf(endpoint.path, input.params ?? {}, input.query ?? {})
  if (endpoint.method !== 'GET') forgetSentAnswers()
  const { response, text } = takeSentAnswer(url) ?? (await exchange(endpoint, url, input))
  const needsSession = endpoint.access !== 'public' && endpoint.access !== 'token'
  if (!response.ok) throw errorOfAnswer(response, text, { needsSession, isUpload: hasFiles(input) })
  return { body: readAnswer(endpoint, text), headers: response.headers }
}

/**
 * Parses a response and checks it against the contract.
 *
 * @throws CallError without a status
 */
function readAnswer({ output }: Endpoint, text: string) {
  if (!output && text === '') return undefined
  try {
    const body = JSON.parse(text)
    if (output?.safeParse(body).success) return body
  } catch {
    // not JSON: no answer of ours
  }
  throw unreadableAnswerError()
}

const countFiles = ({ files = {} }: RawInput) => Object.values(files).flat().filter(Boolean).length
const hasFiles = (input: RawInput) => countFiles(input) > 0

async function exchange(endpoint: Endpoint, url: string, input: RawInput) {
  const { body, files = {}, onProgress, signal, idempotencyKey } = input
  const { method, bodyMegabytes = 1, answerSeconds = 0 } = endpoint
  const sent = countFiles(input)
  // Larger bodies need more time to send, and several files more time to process.
  const patience = Math.max(TIME_OUT_MS * Math.max(bodyMegabytes, sent), answerSeconds * 1000)
  const headers = headersOf(idempotencyKey)
  try {
    if (sent > 0) {
      signal?.throwIfAborted()
      return await upload({ url, method, headers, body, files, onProgress, signal }, patience)
    }
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    const response = await fetch(url, {
      method,
      headers,
      credentials: 'include',
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    })
    return { response, text: await response.text() }
  } catch (cause) {
    if (signal?.aborted) throw cause
    const { timedOut, unreachable } = callMessages
    if (!(cause instanceof DOMException && cause.name === 'TimeoutError'))
      throw new CallError({ message: sent > 0 ? 'Upload failed' : unreachable, sentence: unreachable })
    const kind = method === 'GET' ? 'Query' : 'Request'
    throw new CallError({ message: `${kind} to ${url} timed out after ${patience}ms`, sentence: timedOut })
  }
}

/** `X-User-Id` is part of the API; the server ignores it and uses the session. */
function headersOf(idempotencyKey: string | undefined) {
  const headers = new Headers({ Accept: 'application/json' })
  const user = readStoredUser()
  if (user) headers.set('X-User-Id', String(user.id))
  else console.warn('No stored user: the request goes without X-User-Id.')
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  return headers
}

function nextCursor(link: string | null) {
  const next = link?.match(/<([^>]+)>;\s*rel="?next"?/)?.[1]
  if (!next) return undefined
  return new URL(next, location.origin).searchParams.get('cursor') ?? undefined
}

/** A unique key for `idempotencyKey`. `crypto.randomUUID` is missing on plain http pages. */
export function freshKey() {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** A failed API call. `message` has the status and the server's text, `sentence` is for the user. */
export class CallError extends Error {
  /** HTTP status; absent without a response. */
  readonly status?: number
  readonly statusText: string = ''
  /** A sentence for the user, shown alone in toasts (docs/product.md, Errors). */
  readonly sentence?: string
  readonly code?: ErrorCode
  /** Field name to message, for invalid fields. */
  readonly fields: Record<string, string> = {}
  /** If another user saved first: the stored record, and who changed it. */
  readonly current?: unknown
  readonly changedBy?: Changers
  /** Whether the call required a session that has ended; a wrong password isn't that. */
  readonly sessionEnded: boolean = false
  constructor({ message, ...failure }: Partial<CallError>) {
    super(message)
    Object.assign(this, failure)
  }

  /** Whether the server rejected the call, status 400 to 499, so a retry won't help (docs/product.md, Fresh data). */
  get isRefusal() {
    return this.status !== undefined && this.status >= 400 && this.status < 500
  }
}

/**
 * Builds the error for a response that isn't OK: `409: This time slot is fully booked.`
 *
 * @param needsSession whether only logged-in users may make the call
 * @param isUpload whether files were sent: without JSON in the response, the message is `HTTP error! status: 502`
 */
export function errorOfAnswer(
  response: Response,
  text: string,
  { needsSession, isUpload }: { needsSession: boolean; isUpload: boolean },
): CallError {
  const { status, statusText } = response
  const body = parseBody(response, text)
  const sentence = words(body?.message) ?? words(body?.error)
  const detail = sentence ?? ((body ? JSON.stringify(body) : text) || statusText)
  return new CallError({
    message: isUpload && !body ? `HTTP error! status: ${status}` : `${status}: ${detail}`,
    status,
    statusText,
    sentence,
    code: body?.code,
    fields: errorBody.shape.fields.safeParse(body?.fields).data ?? {},
    current: body?.current,
    changedBy: body?.changedBy,
    sessionEnded: needsSession && body?.code === 'signed_out',
  })
}

/** Builds the error for a 2xx response that doesn't match the contract. No status, since the outcome is unknown. */
export function unreadableAnswerError(): CallError {
  return new CallError({ message: callMessages.unreadable, sentence: callMessages.unreadable })
}

const words = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function parseBody(response: Response, text: string): Partial<ErrorBody> | null {
  if (!response.headers.get('content-type')?.includes('json')) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The sentence to show for a failure: the server's, or else `fallback`; never a technical message. */
export function sentenceOf(error: unknown, fallback: string = callMessages.unreadable): string {
  return (error instanceof CallError && error.sentence) || fallback
}

/** Whether the server knows no such record, or none that this user may see. */
export function isMissing(error: Error | null) {
  return error instanceof CallError && error.status === 404
}

interface PagedOptions {
  /** Milliseconds; as of other queries by default. */
  staleTime?: number
  /** Whether the rows of the last filter stay until those of the next one are there; true by default. */
  keepsRows?: boolean
}

/** A list that loads page by page, with its total. @param fetchPage the first page has no cursor */
export function pagedQuery<Row>(
  queryKey: QueryKey,
  fetchPage: (cursor: string | undefined, client: QueryClient) => Promise<Page<Row>>,
  { staleTime, keepsRows = true }: PagedOptions = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, client }) => fetchPage(pageParam, client),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: joinPages,
    ...(keepsRows && { placeholderData: keepPreviousData }),
    ...(staleTime !== undefined && { staleTime }),
  })
}

function joinPages<Row>({ pages }: { pages: Page<Row>[] }) {
  return { rows: pages.flatMap((page) => page.rows), total: pages.at(-1)?.total }
}
