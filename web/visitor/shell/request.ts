import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { callMessages } from '@trunkshow/contract/call-messages.ts'
import type { Asked } from '@trunkshow/contract/events/rules.ts'
import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { Refusal } from '@trunkshow/contract/visitor-page.ts'

const TIMEOUT_MS = 15_000
/** A photo may take as long as the server waits for it. */
const UPLOAD_TIMEOUT_MS = 300_000

const time = { slotDate: 'string', startTime: 'string', endTime: 'string' } as const

/** The fields the pages use of slots and bookings. */
export const slotsShape: AnswerShape<TimeSlot[]> = [
  { ...time, id: 'number', totalSlots: 'number', availableSpots: 'number' },
]
export const bookingShape: AnswerShape<VisitorBooking> = {
  ...time,
  id: 'string',
  timeSlotId: 'number',
  attendeeName: 'string',
  attendeeEmail: 'string',
  partySize: 'number',
  spots: 'number',
}

/** What is new if a host has changed the questions. */
export const askedShape: AnswerShape<Asked> = {
  phoneQuestion: 'string',
  questions: [{ id: 'string', label: 'string', type: 'string', options: ['string'], placeholder: 'string' }],
  questionsVersion: 'number',
}

/** A failed request; its message, for logs, includes the status. */
export class RequestError extends Error {
  /** 0 if there was no response, or not from our server. */
  readonly status: number = 0
  /** The server's error, whose message is shown; null without a response from our server. */
  readonly body: Refusal | null = null
  /** What happened, if there is no body. */
  readonly sentence?: string
  constructor(message: string, about: Partial<Pick<RequestError, 'status' | 'body' | 'sentence'>> = {}) {
    super(message)
    Object.assign(this, about)
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

/** Parses the server's error as far as it can be shown; null without a message. */
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
 * Makes an API request with a timeout of 15 seconds, or longer with a form, which may have files.
 *
 * @param shape the fields used of the response; any other response is a failure
 * @throws RequestError
 */
export async function request<Answer>(
  method: 'GET' | 'POST',
  path: string,
  shape: AnswerShape<Answer>,
  { headers = {}, json, form }: { headers?: Record<string, string>; json?: unknown; form?: FormData } = {},
): Promise<Answer> {
  const { response, text } = await exchange(path, form ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS, {
    method,
    headers: {
      accept: 'application/json',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
  })
  const answer = parse(text)
  if (response.ok) {
    if (fits<Answer>(answer, shape)) return answer
    throw new RequestError(callMessages.unreadable, { sentence: callMessages.unreadable })
  }
  const { status, statusText } = response
  const body = readRefusal(answer)
  throw new RequestError(`${status}: ${body?.message ?? (text || statusText)}`, { status, body })
}

async function exchange(path: string, timeoutMs: number, init: RequestInit) {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return { response, text: await response.text() }
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === 'TimeoutError')) throw new RequestError(String(cause))
    throw new RequestError(`Request to ${path} timed out after ${timeoutMs} ms`, {
      sentence: callMessages.timedOut,
    })
  }
}

/** Why a request failed: the server's error, a timeout or similar, or else the fallback message. */
export function refusalOf(failure: unknown, fallback: string): Refusal {
  if (!(failure instanceof RequestError)) return refusal(fallback)
  return failure.body ?? refusal(failure.sentence ?? fallback)
}

const refusal = (message: string): Refusal => ({ message, error: message, code: 'unavailable' })

/** The parts of a response that pages use, as JavaScript type names: an array by its item, an object by its fields. */
export type AnswerShape<T> = T extends string
  ? 'string'
  : T extends number
    ? 'number'
    : T extends boolean
      ? 'boolean'
      : T extends readonly (infer Item)[]
        ? [AnswerShape<Item>]
        : { [Name in keyof T]?: AnswerShape<T[Name]> }

/** Whether a value has this shape; other fields can be anything. Zod would be too large for these pages. */
export function fits<T>(value: unknown, shape: AnswerShape<T>): value is T {
  if (typeof shape === 'string') return typeof value === shape
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]))
  if (typeof value !== 'object' || value === null) return false
  const parts: Record<string, unknown> = { ...value }
  return Object.entries(shape as object).every(([name, part]) => fits(parts[name], part))
}
