import type { CancelAnswer, VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { callMessages } from '@trunkshow/contract/call-messages.ts'
import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { Refusal } from '@trunkshow/contract/visitor-page.ts'
import { fits, type ShapeOf } from './answer-shape.ts'

const TIMEOUT_MS = 15_000

const time = { slotDate: 'string', startTime: 'string', endTime: 'string' } as const

/** What the pages show of a list of slots, and of a booking. */
export const slotsShape: ShapeOf<TimeSlot[]> = [
  { ...time, id: 'number', totalSlots: 'number', availableSpots: 'number' },
]
export const bookingShape: ShapeOf<VisitorBooking> = {
  ...time,
  id: 'string',
  timeSlotId: 'number',
  attendeeName: 'string',
  attendeeEmail: 'string',
}

export const cancelledShape: ShapeOf<CancelAnswer> = {
  success: 'boolean',
  event: { id: 'number', name: 'string' },
  timeSlot: time,
}
export const statusShape = { status: 'string' } as const

interface RequestFailure {
  message: string
  /** 0 where no answer came, or none of ours. */
  status?: number
  body?: Refusal | null
  sentence?: string
}

/**
 * A call that did not succeed. `message` carries the status as the error catalogue composes it; `body` is the server's
 * refusal, whose sentence people are shown, and null when no server of ours answered; `sentence` says what happened then.
 */
export class RequestError extends Error {
  readonly status: number
  readonly body: Refusal | null
  readonly sentence: string | undefined
  constructor({ message, status = 0, body = null, sentence }: RequestFailure) {
    super(message)
    this.status = status
    this.body = body
    this.sentence = sentence
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const words = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** What the server says of a refusal, as far as it can be shown; null where it says nothing. */
function readRefusal(answer: unknown): Refusal | null {
  if (!fits<Partial<Refusal>>(answer, {})) return null
  const sentence = words(answer.message) ?? words(answer.error)
  if (!sentence) return null
  const { fields, alternatives, ...body } = answer
  const code = body.code ?? 'unavailable'
  return {
    ...body,
    code,
    message: sentence,
    error: sentence,
    ...(fits<object>(fields, {}) && {
      fields: Object.fromEntries(Object.entries(fields).filter(([, each]) => words(each))),
    }),
    ...(fits(alternatives, slotsShape) && { alternatives }),
  }
}

/**
 * One call of the API, given up after 15 seconds.
 *
 * @param shape what of the answer is shown: another answer is a failure, and never reaches the page
 * @throws RequestError
 */
export async function request<Answer>(
  method: 'GET' | 'POST',
  path: string,
  shape: ShapeOf<Answer>,
  { headers = {}, json }: { headers?: Record<string, string>; json?: unknown } = {},
): Promise<Answer> {
  const { response, text } = await exchange(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? undefined : JSON.stringify(json),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const answer = parse(text)
  if (response.ok) {
    if (fits<Answer>(answer, shape)) return answer
    throw new RequestError({ message: callMessages.unreadable, sentence: callMessages.unreadable })
  }
  const { status, statusText } = response
  const body = readRefusal(answer)
  throw new RequestError({ message: `${status}: ${body?.message ?? (text || statusText)}`, status, body })
}

async function exchange(path: string, init: RequestInit) {
  try {
    const response = await fetch(path, init)
    return { response, text: await response.text() }
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === 'TimeoutError'))
      throw new RequestError({ message: String(cause) })
    const message = `Request to ${path} timed out after ${TIMEOUT_MS} ms`
    throw new RequestError({ message, sentence: callMessages.timedOut })
  }
}

/** Why a call failed, for people: the server's refusal, what kept it from answering, or else the sentence of the call. */
export function refusalOf(failure: unknown, fallback: string): Refusal {
  if (!(failure instanceof RequestError)) return refusal(fallback)
  return failure.body ?? refusal(failure.sentence ?? fallback)
}

const refusal = (message: string): Refusal => ({ message, error: message, code: 'unavailable' })

/** What a toast says of a refusal whose sentences stand at the fields with these names. */
export function toastOf({ message, fields = {} }: Refusal, names: readonly string[] = []): string {
  return names.some((name) => fields[name] === message) ? 'Review the highlighted fields.' : message
}
