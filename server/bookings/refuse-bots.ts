import { createHmac, timingSafeEqual } from 'node:crypto'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { BookSlotInput } from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { countRefusal } from '../platform/metrics/registry.ts'

type FormStamps = Pick<BookSlotInput, 'leaveEmpty' | 'opened'>

/** No guest can read the page, select a time, and type a name faster than this. */
const MIN_FORM_AGE_MS = 2000

function sign(config: Config, time: string) {
  return createHmac('sha256', config.appSecret).update(`form:${time}`).digest('hex').slice(0, 32)
}

/** Signs the time a booking form was made, in milliseconds, so that clients cannot fake its age. */
export function stampForm(config: Config, made = Date.now()): string {
  const time = String(made)
  return `${time}-${sign(config, time)}`
}

/** Returns the form's age in milliseconds, which may be negative; null for a wrong signature. */
function ageOf(config: Config, stamp: string): number | null {
  const [, time, given] = /^(\d{1,15})-([0-9a-f]{32})$/.exec(stamp) ?? []
  if (!time || !given) return null
  return timingSafeEqual(Buffer.from(given), Buffer.from(sign(config, time)))
    ? Date.now() - Number(time)
    : null
}

/** Returns what a bot's form has and a guest's does not, as a message to the guest; null for a guest's. */
function findBotSign(ctx: Context, input: FormStamps, fromPage: boolean): string | null {
  if (!ctx.config.rateLimit) return null
  if (input.leaveEmpty) return bookingMessages.leaveEmpty
  if (input.opened === undefined && !fromPage) return null
  const age = ageOf(ctx.config, input.opened ?? '')
  if (age === null) return bookingMessages.formUnknown
  // A clock that was set back, or another machine's, makes a form look as if it came from the future.
  return age >= 0 && age < MIN_FORM_AGE_MS ? bookingMessages.tooQuick : null
}

/**
 * Rejects a form to book, or to wait, that a bot sent: the hidden field is filled in, or the form came back within two seconds. A
 * guest who is rejected by mistake sees what to do, with the form still filled in.
 *
 * @param fromPage whether the post came from the page's own form, which always carries its stamp
 * @throws AppError invalid
 */
export function refuseBots(ctx: Context, input: FormStamps, fromPage: boolean) {
  const sign = findBotSign(ctx, input, fromPage)
  if (sign === null) return
  countRefusal('bot')
  throw new AppError('invalid', sign)
}

/** A text that a guest typed; a wrong one counts as missing. */
export const typedText = (most: number) => z.string().max(most).optional().catch(undefined)

/** What a guest typed, to fill in the form again after a rejected post. */
export const typedByGuest = z.object({
  partySize: typedText(20),
  attendeeName: typedText(1000),
  attendeeEmail: typedText(1000),
  phone: typedText(1000),
  answers: z.record(z.string(), z.string().max(30_000).catch('')).optional().catch(undefined),
  grant: typedText(200),
  opened: typedText(100),
})
