import type { CancelAnswer, VisitorBooking } from './bookings/schema.ts'
import type { Brand } from './company/rules.ts'
import type { ErrorBody } from './errors.ts'
import type { Event } from './events/schema.ts'
import type { helpTopics } from './paths.ts'
import type { Erasure } from './privacy/schema.ts'
import type { Difference, Snapshot } from './proposals/rules.ts'
import type { TimeSlot } from './slots/schema.ts'
import type { PayPurpose, RequestState } from './stripe/rules.ts'
import type { WaitStatus } from './waitlist/rules.ts'
import type { SlotTime } from './zones.ts'

/** Why a request was rejected; if something is full, with the nearest open time slots. */
export interface Refusal extends ErrorBody {
  alternatives?: TimeSlot[]
}

/** The values of a rejected booking or reschedule form, so the guest doesn't have to retype them. */
export interface TypedForm {
  timeSlotId?: string
  partySize?: string
  attendeeName?: string
  attendeeEmail?: string
  phone?: string
  answers?: Record<string, string>
  questionsVersion?: string
}

/** What came of a plain form post. */
interface Posted {
  refused?: Refusal
  typed?: TypedForm
}

interface Paged {
  /** The next page's cursor; absent on the last page. */
  next?: string
  /** Whether there are earlier pages. */
  isLater?: boolean
}

/** A page of public events, soonest first: the soonest of each company, or all of one company. */
export interface LandingPage extends Paged {
  page: 'landing'
  /** The host, if all events are of one company, with the ID of one of them. */
  host?: { eventId: number; name: string }
  /** IDs of events whose company has more events than shown. */
  lastShown?: number[]
  /** Null if they couldn't be loaded. */
  events: Event[] | null
}

export type CompanyHead = Pick<Brand, 'name' | 'logoUrl'> & { urlSlug: string }

/** A company's public events that take bookings, soonest first (docs/product.md, The company page). */
export interface CompanyPage extends Paged {
  page: 'company'
  company: CompanyHead
  events: Event[]
  /** IDs of the events without an open spot. */
  soldOut: number[]
}

/** One stop of a tour: a public event. */
export interface TourStop
  extends Pick<Event, 'id' | 'urlSlug' | 'name' | 'location' | 'eventDate' | 'endDate'> {
  /** Its hours, with the zone. */
  hours: string
  state: 'open' | 'soldOut' | 'past'
}

/** A tour's page: its stops in the order of their dates (docs/product.md, Tours). */
export interface TourPage {
  page: 'tour'
  company: CompanyHead
  tour: { name: string; urlSlug: string }
  stops: TourStop[]
}

/** A date with time slots (`yyyy-MM-dd`), with its open spots and all its spots. */
export interface SlotDate {
  date: string
  free: number
  all: number
  /** The open spots of the time slot that has the most: what a party on that date can take. */
  most: number
}

/** The time slots a page starts with: all of them, or if there are too many, those of some dates (decision 033). */
export interface PageSlots {
  /** Null if they couldn't be loaded. */
  slots: TimeSlot[] | null
  /** Every date with time slots, in order, if `slots` has only some of them. */
  dates?: SlotDate[]
  /** The date (`yyyy-MM-dd`) in the URL, if it has time slots. */
  date?: string
  /** Whether the date in the URL is invalid or has no time slots. */
  dateGone?: true
}

/** The event page. The server renders it from this data and embeds it in the HTML; the browser hydrates from it. */
export interface EventPage extends PageSlots, Posted {
  page: 'event'
  event: Event
  /** The event's hours with their zone, as text, since a browser takes 25 ms for its first use of a time zone. */
  hours: string
  /** Of the form's next booking; a repeat returns the first result (docs/product.md, Repeated calls). */
  idempotencyKey: string
  /** When the page was created, signed; the form sends it back (docs/product.md, Limits against bots). */
  opened: string
  /**
   * Signed proof that the guest could open this page, valid for a day, so they can finish booking if the event
   * becomes private or its slug changes. Absent if the browser already has an older grant, which works the same.
   */
  grant?: string
  /** After a plain form post: the new booking. */
  booked?: VisitorBooking
  ended?: boolean
  /** The tour it is a stop of, and the address of that tour's page. */
  tour?: { name: string; href: string }
}

/**
 * The manage page, opened from an email's link (docs/product.md, The guest's link). Opening it changes nothing. Its
 * slots are those the booking can move to; none if it can't be rescheduled.
 */
export interface BookingPage extends PageSlots, Posted {
  page: 'booking'
  token: string
  booking: VisitorBooking
  event: Event
  /** Why the booking can no longer be rescheduled or canceled; null if it can. */
  cannotReschedule: string | null
  cannotCancel: string | null
  /** After a plain form post: whether it was rescheduled or has another party. */
  rescheduled?: true
  partyChanged?: true
  saidComing?: true
}

/** The cancel page, which cancels on load; without JavaScript, by a button, whose post `answer` answers. */
export interface CancelPage {
  page: 'cancel'
  token: string
  answer?: Omit<CancelAnswer, 'message'> | CancelFailure
}

/** Why a booking wasn't canceled, or why the outcome is unknown; `unchanged` if it certainly is. */
export interface CancelFailure extends ErrorBody {
  unchanged: boolean
}

/** A guest's data (decision 034): request a link, which proves they own the email; then download or delete it. */
export interface MyDataPage extends Pick<Erasure, 'bookings' | 'upcoming' | 'waits' | 'orders'> {
  page: 'my-data'
  /** The token of the booking or the place on a waitlist while requesting a link; else the link's token. */
  token: string
  from?: 'booking' | 'waitlist'
  stage: 'ask' | 'sent' | 'open' | 'deleted' | 'expired'
  /** The company storing the data; empty if it can't be revealed yet. */
  company: string
  email: string
  refused?: ErrorBody
}

/** The form to join an event's waitlist (docs/product.md, The waitlist); a plain post answers with the outcome. */
export interface JoinWaitlistPage extends Posted, Pick<EventPage, 'event' | 'opened' | 'grant'> {
  page: 'join-waitlist'
  /** What a guest can wait for: the value of the field, and its words. */
  targets: { value: string; label: string }[]
  /** The one to select at first. */
  waitsFor?: string
  /** After a plain post: the words of what the guest waits for and their email. */
  joined?: { target: string; email: string }
}

/** The page of a guest who waits, from an email's link. Opening it accepts, declines and leaves nothing. */
export interface WaitlistPage extends Posted {
  page: 'waitlist'
  token: string
  event: Event
  attendeeEmail: string
  partySize: number
  /** What they wait for, in words. */
  target: string
  status: WaitStatus
  /** The open offer, with its deadline in words, by the venue's clock. */
  offer?: SlotTime & { until: string }
  /** Set if the guest waits again because the host closed what was on offer to them. */
  withdrawn?: true
  /** The token of the booking that an offer became. */
  booking?: string
}

/** The page to confirm an email, opened from an emailed link. Opening it changes nothing (decision 029). */
export interface ConfirmEmailPage {
  page: 'confirm-email'
  token: string
  email: string
  /** The account's username; null if it is for a company's booking alerts. */
  username: string | null
  /** The host whose alerts go to this email. */
  host: string
  confirmed: boolean
}

/** The page to turn a company's booking alerts or thank-you emails off, opened from one. Opening it changes nothing. */
export interface BookingAlertsPage {
  page: 'booking-alerts'
  kind: 'notices' | 'thanks'
  /** Null until the company has a name. */
  company: string | null
  off: boolean
}

/** The page to pay an order, from an email's link: what, how much, Pay. Opening it changes nothing. Amounts are formatted. */
export interface PayPage {
  page: 'pay'
  token: string
  company: string
  /** `Order #1001`. */
  order: string
  items: string
  total: string
  received: string
  due: string
  /** What can be paid, the one to suggest first. */
  choices: { purpose: PayPurpose; amount: string }[]
  /** Why nothing can be paid now. */
  reason?: string
  /** After the guest came back from Stripe: whether the payment has arrived. */
  came?: { amount: string; state: RequestState }
  /** Where to pay, if the form may not lead there by itself. */
  payAt?: string
  typed?: string
  refused?: ErrorBody
}

/** An order for its customer: what they are asked to approve, and what they can pay. */
export interface OrderPage {
  page: 'order'
  /** Null for staff, who see what they would send. */
  token: string | null
  snapshot: Snapshot
  /** What was answered, or why nothing can be. */
  notice?: { text: string; isGood: boolean }
  canAnswer: boolean
  /** Who has to approve still; empty if no names were given. */
  signers: string[]
  /** Where the code to approve with was emailed; absent while none is needed. */
  codeSentTo?: string
  /** What is new since the proposal that the customer read or approved before. */
  changes: { since: string; differences: Difference[] } | null
  /** How far an approved order is, in words, since when, and by when it is promised. */
  making?: { label: string; value: string }[]
  /** What was paid and is due, and what can be paid now; null for staff. */
  money:
    | (Pick<PayPage, 'received' | 'due' | 'choices'> & {
        /** Payments and refunds that stand, oldest first, in words. */
        receipts: { id: number; label: string; amount: string }[]
      })
    | null
  payAt?: string
  typed?: { name?: string; wish?: string; agreed?: boolean; drawing?: string }
  refused?: ErrorBody
}

/** What a guest sees at the practice Stripe, where no real money moves. */
export interface PracticePayPage {
  page: 'practice-pay'
  amount: string
  name: string
  /** Where to go back to without paying; empty once it can't be paid any more. */
  back: string
}

/** A page of help, from a document of the repository. */
export interface HelpPage {
  page: 'help'
  topic: (typeof helpTopics)[number]
  html: string
  /** The product's, such as `1.0.0`. */
  version: string
}

export type VisitorPage =
  | LandingPage
  | CompanyPage
  | TourPage
  | EventPage
  | BookingPage
  | CancelPage
  | MyDataPage
  | ConfirmEmailPage
  | BookingAlertsPage
  | JoinWaitlistPage
  | WaitlistPage
  | PayPage
  | OrderPage
  | PracticePayPage
  | HelpPage
  | { page: 'not-found' }
  /** An expired or used link, and why. */
  | { page: 'closed-link'; message: string }
  | { page: 'failed'; message: string }

/** What the server passes to the guest pages' render function, and the browser hydrates from. */
export interface VisitorDocument {
  content: VisitorPage
  /** The top bar links logged-in users to the staff app (docs/product.md, Guest and staff pages). */
  signedIn: boolean
  /** What it shows in a frame on a host's site: the booking alone, or also what the page says of the event (docs/product.md, Embedding). */
  embedded?: 'plain' | 'details'
  /** How guests see the page's company, once it has a name (docs/product.md, Brand). */
  brand?: Brand
}
