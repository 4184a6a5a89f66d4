import { createHmac, timingSafeEqual } from 'node:crypto'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { BookSlotInput } from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'

/** No guest reads the page, picks a time and types a name faster than this. */
const MIN_FORM_AGE_MS = 2000

function sign(config: Config, time: string) {
  return createHmac('sha256', config.appSecret).update(`form:${time}`).digest('hex').slice(0, 32)
}

/** When a booking form was made, milliseconds, so that its age is known and cannot be made up. */
export function stampForm(config: Config, made = Date.now()): string {
  const time = String(made)
  return `${time}-${sign(config, time)}`
}

/** The form's age in milliseconds; null when the stamp was not made here. */
function ageOf(config: Config, stamp: string): number | null {
  const [, time, given] = /^(\d{1,15})-([0-9a-f]{32})$/.exec(stamp) ?? []
  if (!time || !given) return null
  return timingSafeEqual(Buffer.from(given), Buffer.from(sign(config, time)))
    ? Date.now() - Number(time)
    : null
}

/**
 * Refuses what only programs do with the booking form: filling the field no person sees, or sending it within
 * two seconds. A person who did so all the same reads what to do, with the form still filled.
 *
 * @param fromPage whether the post came from the page's own form, which always carries its stamp
 * @throws AppError invalid
 */
export function refuseBots(ctx: Context, input: BookSlotInput, fromPage: boolean) {
  if (!ctx.config.rateLimit) return
  if (input.leaveEmpty) throw new AppError('invalid', bookingMessages.leaveEmpty)
  if (input.opened === undefined && !fromPage) return
  const age = ageOf(ctx.config, input.opened ?? '')
  if (age === null) throw new AppError('invalid', bookingMessages.formUnknown)
  if (age < MIN_FORM_AGE_MS) throw new AppError('invalid', bookingMessages.tooQuick)
}
