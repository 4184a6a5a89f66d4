import { z } from 'zod'

/** The closed list of error words and the HTTP status each one answers with (docs/product.md, Errors). */
export const errorStatus = {
  invalid: 400,
  signed_out: 401,
  forbidden: 403,
  not_found: 404,
  /** It did not arrive in the time that it has. */
  too_slow: 408,
  conflict: 409,
  /** Another person changed it first; nothing was stored. See `ErrorDetail` for what comes along. */
  changed: 409,
  taken: 409,
  full: 409,
  in_use: 409,
  passed: 409,
  too_large: 413,
  unsupported_media_type: 415,
  /** Asked under a host that is not ours. */
  misdirected: 421,
  key_reused: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Who changed a record: the last person, and the last one for each field, by its path. */
const changers = z.object({ name: z.string(), fields: z.record(z.string(), z.string()) })
export type Changers = z.infer<typeof changers>

/** What every refused call answers: one human sentence, twice, a closed word, and the fields it is about. */
export const errorBody = z.object({
  message: z.string(),
  error: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
  alternatives: z.array(z.unknown()).optional(),
  version: z.int().optional(),
  current: z.unknown().optional(),
  changedBy: changers.optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

interface ErrorDetail {
  /** Field name to the sentence shown beside that field. */
  fields?: Record<string, string>
  /** What can be had in place of what is full, such as free time slots (docs/product.md, Booking a spot). */
  alternatives?: object[]
  /** Of `changed`: the stored version. A save that names it overwrites this version and no later one. */
  version?: number
  /** Of `changed`: the record as it is stored. */
  current?: object
  /** Of `changed`: who changed it since the version that the caller began with. */
  changedBy?: Changers
  /** Seconds until a repeat can succeed; sent as Retry-After. */
  retryAfter?: number
}

/**
 * The one way a verb refuses. Anything else that is thrown is a fault and answers 500 without detail.
 *
 * @param code word of the closed list; decides the HTTP status
 * @param message a sentence for a person
 * @param detail what comes along, see `ErrorDetail`
 */
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
    const { fields, alternatives, version, current, changedBy } = this.detail
    return {
      message: this.message,
      error: this.message,
      code: this.code,
      ...(fields && { fields }),
      ...(alternatives && { alternatives }),
      ...(version !== undefined && { version }),
      ...(current && { current }),
      ...(changedBy && { changedBy }),
    }
  }
}

/** The refusal of a caller whose role lacks the right. */
export const forbidden = () => new AppError('forbidden', 'Your role doesn’t allow this.')
