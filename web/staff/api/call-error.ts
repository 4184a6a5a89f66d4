import { callMessages } from '@trunkshow/contract/call-messages.ts'
import { type Changers, type ErrorBody, type ErrorCode, errorBody } from '@trunkshow/contract/errors.ts'

interface CallFailure {
  message: string
  /** HTTP status; absent when no answer came. */
  status?: number
  statusText?: string
  /** The sentence for a person, shown alone in toasts (docs/product.md, Errors). */
  sentence?: string
  code?: ErrorCode
  fields?: Record<string, string>
  current?: unknown
  changedBy?: Changers
  sessionEnded?: boolean
}

/** A call that failed. `message` is the status and what the server said, `sentence` is what people read. */
export class CallError extends Error {
  readonly status?: number
  readonly statusText: string
  readonly sentence?: string
  /** The closed word for what it is. */
  readonly code?: ErrorCode
  /** Field name to sentence, where the server says which fields it refuses. */
  readonly fields: Record<string, string>
  /** Where another person saved first: the record as it is stored, and who changed it. */
  readonly current?: unknown
  readonly changedBy?: Changers
  /** Whether it needed a session and there is none any more; a wrong password is no such thing. */
  readonly sessionEnded: boolean
  constructor(failure: CallFailure) {
    const { message, status, statusText = '', sentence, code, fields = {}, current, changedBy } = failure
    super(message)
    this.sessionEnded = failure.sessionEnded ?? false
    this.status = status
    this.statusText = statusText
    this.sentence = sentence
    this.code = code
    this.fields = fields
    this.current = current
    this.changedBy = changedBy
  }

  /** A refusal that a repeat cannot change: status 400 to 499 (docs/product.md, Fresh data). */
  get isRefusal() {
    return this.status !== undefined && this.status >= 400 && this.status < 500
  }
}

/**
 * The error of an answer that is not OK: `409: This time slot is fully booked.`
 *
 * @param needsSession whether only a signed-in user may make the call
 * @param isUpload whether files were sent: without JSON in the answer, the message is `HTTP error! status: 502`
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
    fields: errorBody.shape.fields.safeParse(body?.fields).data,
    current: body?.current,
    changedBy: body?.changedBy,
    sessionEnded: needsSession && body?.code === 'signed_out',
  })
}

/** The error of an answer that says it is fine and is none of ours. No status: what came of the call is unknown. */
export function unreadableAnswer(): CallError {
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

/** What people read about a failure: the sentence of the server, else `fallback`; never what an address or parser says. */
export function sentenceOf(error: unknown, fallback: string = callMessages.unreadable): string {
  return (error instanceof CallError && error.sentence) || fallback
}
