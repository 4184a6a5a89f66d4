import { callMessages } from '@trunkshow/contract/call-messages.ts'
import { type Changers, type ErrorBody, type ErrorCode, errorBody } from '@trunkshow/contract/errors.ts'

interface CallFailure {
  message: string
  /** HTTP status; absent without a response. */
  status?: number
  statusText?: string
  /** A sentence for the user, shown alone in toasts (docs/product.md, Errors). */
  sentence?: string
  code?: ErrorCode
  fields?: Record<string, string>
  current?: unknown
  changedBy?: Changers
  sessionEnded?: boolean
}

/** A failed API call. `message` has the status and the server's text, `sentence` is for the user. */
export class CallError extends Error {
  readonly status?: number
  readonly statusText: string = ''
  readonly sentence?: string
  readonly code?: ErrorCode
  /** Field name to message, for invalid fields. */
  readonly fields: Record<string, string> = {}
  /** If another user saved first: the stored record, and who changed it. */
  readonly current?: unknown
  readonly changedBy?: Changers
  /** Whether the call required a session that has ended; a wrong password isn't that. */
  readonly sessionEnded: boolean = false
  constructor({ message, ...failure }: CallFailure) {
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
