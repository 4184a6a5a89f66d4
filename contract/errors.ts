import { z } from 'zod'

/** Every error code and its HTTP status (docs/product.md, Errors). */
export const errorStatus = {
  invalid: 400,
  signed_out: 401,
  forbidden: 403,
  not_found: 404,
  /** The request didn't arrive in time. */
  too_slow: 408,
  conflict: 409,
  /** Another user saved first, so nothing was stored. `errorBody` describes what comes with it. */
  changed: 409,
  taken: 409,
  full: 409,
  in_use: 409,
  passed: 409,
  too_large: 413,
  unsupported_media_type: 415,
  /** The request's Host header isn't one of ours. */
  misdirected: 421,
  key_reused: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Who changed a record: the last user overall, and the last one per field, by its path. */
const changers = z.object({ name: z.string(), fields: z.record(z.string(), z.string()) })
export type Changers = z.infer<typeof changers>

/** The body of every error response: the message twice, the error code, and what the server knows besides. */
export const errorBody = z.object({
  message: z.string(),
  error: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  /** Field name to the message shown at that field. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Alternatives to what is full, such as open time slots (docs/product.md, Booking a spot). */
  alternatives: z.array(z.unknown()).optional(),
  /** For `changed`: the stored version. A save based on it overwrites this version but no later one. */
  version: z.int().optional(),
  /** For `changed`: the stored record. */
  current: z.unknown().optional(),
  /** For `changed`: who changed it since the client's version. */
  changedBy: changers.optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

interface ErrorDetail extends Omit<ErrorBody, 'message' | 'error' | 'code'> {
  /** For `full`, to staff: the spots that the time slot would have with the booking. */
  spots?: number
  /** Seconds until a retry can succeed; sent as Retry-After. */
  retryAfter?: number
}

/** The error the server throws to reject a request, with a sentence for the user. Any other is a bug and returns 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: ErrorDetail
  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message)
    this.code = code
    this.detail = detail
  }

  get status() {
    return errorStatus[this.code]
  }

  get body(): ErrorBody {
    const { spots: _, retryAfter: __, ...detail } = this.detail
    return { message: this.message, error: this.message, code: this.code, ...detail }
  }
}

/** The error for an address that leads nowhere, or not for this caller. */
export const nothingHere = () => new AppError('not_found', 'There is nothing at this address.')

/** The error for a user whose role lacks the right. */
export const forbidden = () => new AppError('forbidden', 'Your role doesn’t allow this.')

/** The error beyond a limit. @param retryAfter seconds until a retry can succeed */
export const tooMany = (message: string, retryAfter: number) =>
  new AppError('too_many', message, { retryAfter })

/** An error whose message is shown at a field. */
export const fieldError = (code: ErrorCode, field: string, message: string) =>
  new AppError(code, message, { fields: { [field]: message } })

/** Refuses what a rule forbids. @param reason why; null if it is allowed @param field where the message is shown */
export function assertAllowed(reason: string | null, code: ErrorCode = 'conflict', field?: string) {
  if (reason) throw field === undefined ? new AppError(code, reason) : fieldError(code, field, reason)
}

/** Returns the only row of a query. @throws AppError not_found, with this message, if there is none */
export function firstOf<Row>([row]: readonly Row[], message: string): Row {
  if (row === undefined) throw new AppError('not_found', message)
  return row
}
