import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import {
  checkGuestAnswers,
  type GivenAnswer,
  questionField,
  spotsOf,
} from '@trunkshow/contract/bookings/rules.ts'
import type { BookSlotInput, VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { AppError, type ErrorCode, fieldError, tooMany } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { bookingTerms } from '@trunkshow/contract/events/rules.ts'
import type { Context } from '../context.ts'
import { callerOf, contactOf, isVisibleTo } from '../events/queries.ts'
import { twoAtATime } from '../platform/db/batch.ts'
import { isRetryable, violates } from '../platform/db/errors.ts'
import { bookingLimits, networkOf } from '../platform/http/guards/rate-limits.ts'
import { hashRequest } from '../platform/http/idempotency-key.ts'
import type { UploadedFile } from '../platform/http/uploads.ts'
import { bookingsMade, countRefusal } from '../platform/metrics/registry.ts'
import { listAlternatives } from '../slots/queries.ts'
import { type EventFacts, factsOf } from './event-facts.ts'
import { type GuestPhoto, makeGuestPhotos, takeSpotWithPhotos } from './photos/guest-photos.ts'
import { type BookingRow, visitorView } from './queries.ts'
import { type Attempt, explainRefusal, findRepeat, takeSpot } from './take-spot.ts'

/** Spots of the slot that count as booked until their guest books them. */
export interface HeldSpots {
  spots: number
  /** Frees them and runs an attempt to book, in one transaction; returns no row, and keeps them, if the attempt did. */
  handOver: (ctx: Context, take: (ctx: Context) => Promise<BookingRow[]>) => Promise<BookingRow[]>
}

/**
 * Books a guest's party into a slot (docs/product.md, Booking a spot).
 *
 * @param slotId a slot of an event the caller may see
 * @param key the form's Idempotency-Key: a retry within 24 hours returns the first booking and takes no further spots
 * @param photos answers to questions for a photo; they are decoded only if the slot can be booked
 * @param held spots that are kept for this guest, to whom the limits do not apply
 * @returns the booking with the guest's token as id, and whether it was replayed
 * @throws AppError not_found; too_many beyond `bookingLimits`; invalid for a party larger than the event allows;
 *   conflict for an inactive event or a slot that is not offered now; passed; full; the last three with up to three
 *   alternatives; key_reused for a key sent with other data; invalid and changed for answers, see `checkAnswers`
 */
export const bookSlot = (...attempt: Parameters<typeof book>): ReturnType<typeof book> =>
  book(...attempt).catch((error) => {
    if (error instanceof AppError) countRefusal(error.code)
    throw error
  })

/** Hashes what was sent, as a repeat sends it again. */
function hashAttempt(
  slotId: number,
  { attendeeName, attendeeEmail, partySize, phone, answers }: BookSlotInput,
  photos: readonly UploadedFile[],
) {
  const besides = [phone, answers, photos.map(({ field, hash }) => [field, hash])]
  const party = partySize > 1 ? [partySize] : []
  const asked = phone || answers || photos.length > 0 ? besides : []
  return hashRequest([slotId, attendeeName, attendeeEmail, ...party, ...asked])
}

const inTurn = twoAtATime<number>()

const anyTime = { noticeMinutes: 0, daysAhead: null, bookUntil: null }

async function book(
  ctx: Context,
  slotId: number,
  input: BookSlotInput,
  key: string | null,
  photos: readonly UploadedFile[] = [],
  held?: HeldSpots,
): Promise<{ booking: VisitorBooking; replayed: boolean }> {
  const { attendeeName, attendeeEmail, partySize } = input
  const attempt: Attempt = {
    slotId,
    attendeeName,
    attendeeEmail,
    partySize,
    key,
    requestHash: hashAttempt(slotId, input, photos),
    ...callerOf(ctx),
    network: ctx.config.rateLimit && !held ? networkOf(ctx.config, ctx.address) : null,
  }
  let made: GuestPhoto[] = []
  let event = await factsOf(ctx, slotId)
  // A spot can open up between the refusal and its explanation, so the booking is retried.
  for (let tries = 0; tries < 3; tries++) {
    const take = prepareTake(attempt, event && held ? { ...event, ...anyTime } : event, input, photos, made)
    const taking = held ? held.handOver(ctx, take) : inTurn(slotId, () => take(ctx))
    const [booked] = await taking.catch((error) => {
      // A retry can deadlock with a reschedule of its first booking: each waits for the row that the other has locked.
      if (violates(error, 'bookings_idempotency_key') || isRetryable(error)) return []
      throw error
    })
    if (booked) {
      ctx.wakeEmailWorker()
      bookingsMade.inc()
      return { booking: visitorView(ctx, booked), replayed: false }
    }
    const replayed = await findReplay(ctx, attempt)
    if (replayed) return replayed
    event = await throwRefusal(ctx, attempt, held)
    const { refusal } = checkAnswers(event, input, photos)
    if (refusal) throw refusal
    if (made.length < photos.length) made = await makeGuestPhotos(ctx, event, photos)
  }
  throw new AppError('full', bookingMessages.full)
}

/** Returns what takes the party's spots: none if the event's facts do not let it, or while photos are not made yet. */
function prepareTake(
  attempt: Attempt,
  event: EventFacts | undefined,
  input: BookSlotInput,
  photos: readonly UploadedFile[],
  made: readonly GuestPhoto[],
): (ctx: Context) => Promise<BookingRow[]> {
  const none = async () => []
  if (!event) return none
  const { phone, answersWith, refusal } = checkAnswers(event, input, photos)
  const isWelcome = event.isActive && isVisibleTo(event, attempt) && attempt.partySize <= event.maxPartySize
  if (refusal || !isWelcome || made.length < photos.length) return none
  const given = answersWith(made)
  const answers = given.length > 0 ? JSON.stringify(given) : null
  const spots = spotsOf(event, attempt.partySize)
  const take = (ctx: Context) =>
    takeSpot(ctx, { ...event, ...attempt, eventId: event.id, spots, phone, answers })
  return made.length > 0 ? (ctx) => takeSpotWithPhotos(ctx, event, made, take) : take
}

/** Returns the booking that this key made before. @throws AppError key_reused for other data, or after 24 hours */
async function findReplay(ctx: Context, attempt: Attempt) {
  const [repeat] = attempt.key ? await findRepeat(ctx, attempt) : []
  if (!repeat) return null
  const { recent, requestHash, ...booking } = repeat
  if (!recent || requestHash !== attempt.requestHash)
    throw new AppError('key_reused', bookingMessages.keyReused)
  // As it was made, whatever became of it.
  const { partySize } = attempt
  const spots = booking.spots === booking.partySize ? partySize : 1
  const made = { ...booking, partySize, spots, status: 'active', isComing: false } as const
  return { booking: visitorView(ctx, made), replayed: true }
}

/**
 * Throws the reason why the slot cannot be booked.
 *
 * @returns what its event says now if the slot can be booked
 */
async function throwRefusal(ctx: Context, attempt: Attempt, held?: HeldSpots): Promise<EventFacts> {
  const [slot] = await explainRefusal(ctx, attempt)
  const event = slot && (await factsOf(ctx, attempt.slotId, slot.version))
  if (!event || !isVisibleTo(event, attempt)) throw new AppError('not_found', bookingMessages.unavailable)
  if (!event.isActive) throw new AppError('conflict', bookingMessages.inactive)
  if (slot.networkWait > 0)
    throw tooMany(bookingMessages.tooManyFromNetwork(contactOf(event)), slot.networkWait)
  if (!slot.isAttendeeWithinLimit)
    throw tooMany(bookingMessages.tooManyForAttendee, bookingLimits.perAttendee.seconds)
  if (slot.passed && slot.ended) throw new AppError('passed', eventMessages.ended)
  if (attempt.partySize > event.maxPartySize)
    throw fieldError('invalid', 'partySize', bookingMessages.partyTooLarge(event.maxPartySize))
  const spots = spotsOf(event, attempt.partySize)
  const spotsLeft = slot.spotsLeft + (held?.spots ?? 0)
  const refusal = async (code: ErrorCode, message: string) =>
    new AppError(code, message, { alternatives: await listAlternatives(ctx, attempt.slotId, spots) })
  if (slot.passed) throw await refusal('passed', bookingMessages.passed)
  if (!slot.isForGuests) throw await refusal('conflict', bookingMessages.unavailable)
  if (!slot.inWindow && !held) throw await refusal('conflict', bookingMessages.notNow(bookingTerms(event)))
  if (spotsLeft < spots) throw await refusal('full', bookingMessages.tooFewSpots(spotsLeft, spots))
  return event
}

/**
 * Checks what a guest answered against an event's questions (docs/product.md, Questions).
 *
 * @returns the phone, the answers, and the refusal, if there is one: changed, with the new questions, if the form showed
 *   others; invalid, with a sentence at each field
 */
function checkAnswers(event: EventFacts, input: BookSlotInput, photos: readonly UploadedFile[]) {
  const { phoneQuestion, questions, questionsVersion } = event
  const files = photos.map(({ field }) => field)
  const { phone, answers, fields } = checkGuestAnswers(event, input, files)
  const changed = (input.questionsVersion ?? questionsVersion) !== questionsVersion
  const wanted = questions.map(questionField)
  // The positions are those of the questions that were shown.
  for (const field of changed ? [] : files)
    if (!wanted.includes(field)) fields[field] = bookingMessages.photoNotAsked
  const [wrong] = Object.values(fields)
  const detail = wrong ? { fields } : {}
  const current = { phoneQuestion, questions, questionsVersion }
  return {
    phone,
    refusal: changed
      ? new AppError('changed', bookingMessages.questionsChanged, { ...detail, current })
      : wrong && new AppError('invalid', wrong, detail),
    /** Returns all answers in the order of the questions, with the names of these photos. */
    answersWith: (made: readonly { field: string; filename: string }[]): GivenAnswer[] =>
      questions.flatMap((question, position) => {
        const { id, label, type } = question
        const photo = made.find(({ field }) => field === questionField(question, position))
        if (photo) return [{ id, label, type, answer: photo.filename }]
        return answers.find((answer) => answer.id === id) ?? []
      }),
  }
}
