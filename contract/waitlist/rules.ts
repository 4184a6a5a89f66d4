/** What became of a guest who joined the waitlist; the first two still wait. */
export const waitStatuses = [
  'waiting',
  'offered',
  'booked',
  'declined',
  'expired',
  'left',
  'removed',
] as const
export type WaitStatus = (typeof waitStatuses)[number]

/**
 * What became of an offer; an open one keeps its spots from others. The email of an unsent one could not leave in time,
 * that of an undelivered one was refused or came back.
 */
export const offerStates = [
  'open',
  'accepted',
  'declined',
  'expired',
  'unsent',
  'undelivered',
  'withdrawn',
] as const
export type OfferState = (typeof offerStates)[number]

/** A spot of a time slot that begins within so many minutes is not offered in turn. */
export const MIN_NOTICE_MINUTES = 15

/** How often a guest who let an offer of an event pass can wait for it again in 24 hours. */
export const RETURNS_PER_DAY = 3

/** `2 hours` */
export const formatOfferTime = (minutes: number) =>
  minutes < 60 ? `${minutes} minutes` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`
