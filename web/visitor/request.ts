import type { ErrorBody } from '@trunkshow/contract/errors.ts'

const TIMEOUT_MS = 15_000

/**
 * A call that did not succeed. `message` carries the status as spec booking §8 composes it; `body` is the
 * server's refusal, whose sentence people are shown, and null when no server of ours answered.
 */
export class RequestError extends Error {
  readonly status: number
  readonly body: ErrorBody | null
  constructor(message: string, status: number, body: ErrorBody | null) {
    super(message)
    this.status = status
    this.body = body
  }
}

async function readBody(response: Response) {
  const isJson = response.headers.get('content-type')?.includes('json')
  return isJson ? response.json().catch(() => null) : response.text()
}

/** One call of the API, given up after 15 seconds (spec booking §7). Throws RequestError. */
export async function request<Answer>(
  method: 'GET' | 'POST',
  path: string,
  { headers = {}, json }: { headers?: Record<string, string>; json?: unknown } = {},
): Promise<Answer> {
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? undefined : JSON.stringify(json),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    const late = cause instanceof Error && cause.name === 'TimeoutError'
    throw new RequestError(
      late ? `Request to ${path} timed out after ${TIMEOUT_MS} ms` : String(cause),
      0,
      null,
    )
  })
  const body = await readBody(response)
  if (response.ok) return body as Answer
  const sentence = body?.message ?? body?.error
  throw new RequestError(
    `${response.status}: ${sentence ?? (typeof body === 'string' ? body || response.statusText : JSON.stringify(body))}`,
    response.status,
    sentence ? { ...body, message: sentence, error: sentence } : null,
  )
}

/** Why a call failed, for people: the server's refusal, or the catalogue's sentence where it gave none. */
export function refusalOf(failure: unknown, fallback: string): ErrorBody {
  const body = failure instanceof RequestError ? failure.body : null
  return body ?? { message: fallback, error: fallback, code: 'unavailable' }
}
