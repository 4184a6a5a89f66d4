import type { VisitorBooking } from './bookings/schema.ts'
import type { ErrorBody } from './errors.ts'
import type { Event } from './events/schema.ts'
import type { TimeSlot } from './slots/schema.ts'

/** Why a guest was refused; what is full comes with the open time slots nearest to it. */
export interface Refusal extends ErrorBody {
  alternatives?: TimeSlot[]
}

/** What a booking or reschedule form held when it was refused, so that nothing typed is lost. */
export interface TypedForm {
  timeSlotId?: string
  attendeeName?: string
  attendeeEmail?: string
}

/** A page of the shows that anyone may book, soonest first: the soonest of each company, or all of one. */
export interface LandingPage {
  page: 'landing'
  /** Whose shows these are, by one of them, where they are of one company alone. */
  host?: { eventId: number; name: string }
  /** The ids of shows whose company has more than these. */
  lastShown?: number[]
  /** Null means they could not be loaded. */
  events: Event[] | null
  /** Where the next page starts; absent on the last one. */
  next?: string
  /** Whether other shows come before these. */
  isLater?: boolean
}

/** A date with time slots (`yyyy-MM-dd`), and how many spots it has, free and in all. */
export interface SlotDate {
  date: string
  free: number
  all: number
}

/** The time slots a page comes with: all of them, or where they are many those of some dates (decision 033). */
export interface PageSlots {
  /** Null means they could not be loaded. */
  slots: TimeSlot[] | null
  /** Every date with time slots, in order, where `slots` holds those of some only. */
  dates?: SlotDate[]
  /** The date (`yyyy-MM-dd`) that the address asks for, where it has time slots. */
  date?: string
  /** Whether the address asks for a date that has none, or for what is no date. */
  dateGone?: true
}

/** The event page. The server renders it from this, embeds it in the HTML, and the browser hydrates from it. */
export interface EventPage extends PageSlots {
  page: 'event'
  event: Event
  /** Key of the form's next booking; a repeat with it answers the first result (docs/product.md, Repeated calls). */
  idempotencyKey: string
  /** When this page was made, signed; the form sends it along (docs/product.md, Limits against bots). */
  opened: string
  /**
   * Proof that this page could be opened, good for a day: what was begun on it can be finished though its event is
   * made private or gets another slug. Absent where the browser came by an older grant, which then does as much.
   */
  grant?: string
  /** After a plain form post: the new booking, or why it was refused and what was typed. */
  booked?: VisitorBooking
  refused?: Refusal
  typed?: TypedForm
  /** Whether the event is over. */
  ended?: boolean
}

/**
 * The manage page behind the link of a mail (docs/product.md, The guest's link). Opening it changes nothing. Its slots
 * are those the booking can move to; none where it cannot move.
 */
export interface BookingPage extends PageSlots {
  page: 'booking'
  token: string
  booking: VisitorBooking
  event: Event
  /** Why the booking can no longer be moved or cancelled; null where it can. */
  cannotReschedule: string | null
  cannotCancel: string | null
  /** After a plain form post: moved, or why not. */
  rescheduled?: true
  refused?: Refusal
  typed?: TypedForm
}

/**
 * The cancel page. With JavaScript it cancels as it loads, without it it asks with a button
 * (docs/product.md, The guest's link). `answer` is set after a plain form post.
 */
export interface CancelPage {
  page: 'cancel'
  token: string
  answer?: { success: true; event: CancelledEvent; timeSlot: CancelledSlot } | CancelFailure
}
/** Why a booking was not cancelled, or why nobody knows whether it was. */
export interface CancelFailure extends ErrorBody {
  /** Whether the booking certainly stands as it did. */
  unchanged: boolean
}
export interface CancelledEvent {
  id: number
  name: string
  eventDate: string
  location: string | null
}
export interface CancelledSlot {
  slotDate: string
  startTime: string
  endTime: string
}

/**
 * What a guest may do about their data (decision 034): ask for a link, which proves the mailbox; with it, download what is
 * kept or delete it. Opening it changes nothing.
 */
export interface MyDataPage {
  page: 'my-data'
  /** Of the booking where a link is asked for; else of the link. */
  token: string
  stage: 'ask' | 'sent' | 'open' | 'deleted' | 'expired'
  /** Who keeps the data; empty where that may not be told. */
  company: string
  email: string
  bookings: number
  /** Of the bookings, those that deleting cancels. */
  upcoming: number
  /** What the company keeps for its books. */
  orders: number
  /** Why a plain form post was refused. */
  refused?: ErrorBody
}

/** The page behind the link of a mail that asks to confirm an address. Opening it changes nothing (decision 029). */
export interface ConfirmEmailPage {
  page: 'confirm-email'
  token: string
  email: string
  /** Whose account it is; null where it is for a company's notices. */
  username: string | null
  /** Who wants to send notices there. */
  host: string
  confirmed: boolean
}

export type VisitorPage =
  | LandingPage
  | EventPage
  | BookingPage
  | CancelPage
  | MyDataPage
  | ConfirmEmailPage
  | { page: 'not-found' }
  /** A link that is good for nothing any more, and why. */
  | { page: 'closed-link'; message: string }
  /** The event or booking could not be loaded: a panel says so. */
  | { page: 'failed'; message: string }

/** What the server hands to the visitor build, and the browser hydrates from. */
export interface VisitorDocument {
  content: VisitorPage
  /** The top bar leads a signed-in user to the staff door, anyone else to Login (docs/product.md, Two doors). */
  signedIn: boolean
}
