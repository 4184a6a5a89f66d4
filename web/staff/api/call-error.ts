import type { Changers, ErrorBody, ErrorCode } from '@trunkshow/contract/errors.ts'

interface CallFailure {
  message: string
  /** HTTP status; absent when no answer came. */
  status?: number
  statusText?: string
  /** The sentence for a person, shown alone in toasts (design §6). */
  sentence?: string
  code?: ErrorCode
  fields?: Record<string, string>
  current?: unknown
  changedBy?: Changers
}

/** A call that failed. `message` is composed as spec booking §8 says, `sentence` is what people read. */
export class CallError extends Error {
  readonly status?: number
  readonly statusText: string
  readonly sentence?: string
  /** The closed word for what it is (design §6). */
  readonly code?: ErrorCode
  /** Field name to sentence, where the server says which fields it refuses. */
  readonly fields: Record<string, string>
  /** Where another person saved first: the record as it is stored, and who changed it. */
  readonly current?: unknown
  readonly changedBy?: Changers
  constructor({
    message,
    status,
    statusText = '',
    sentence,
    code,
    fields = {},
    current,
    changedBy,
  }: CallFailure) {
    super(message)
    this.status = status
    this.statusText = statusText
    this.sentence = sentence
    this.code = code
    this.fields = fields
    this.current = current
    this.changedBy = changedBy
  }

  /** A refusal that a repeat cannot change: status 400 to 499 (spec booking §9). */
  get isRefusal() {
    return this.status !== undefined && this.status >= 400 && this.status < 500
  }
}

/** The error of an answer that is not OK: `409: This time slot is fully booked.` */
export function errorOfAnswer(response: Response, text: string): CallError {
  const { status, statusText } = response
  const body = parseBody(response, text)
  const sentence = body?.message || body?.error || undefined
  const detail = sentence ?? ((body ? JSON.stringify(body) : text) || statusText)
  return new CallError({
    message: `${status}: ${detail}`,
    status,
    statusText,
    sentence,
    code: body?.code,
    fields: body?.fields,
    current: body?.current,
    changedBy: body?.changedBy,
  })
}

function parseBody(response: Response, text: string): Partial<ErrorBody> | null {
  if (!response.headers.get('content-type')?.includes('json')) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What a toast says about a failure: the sentence of the server, else `fallback`. */
export function sentenceOf(error: unknown, fallback: string): string {
  return (error instanceof CallError && error.sentence) || fallback
}
