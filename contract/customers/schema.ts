import { z } from 'zod'
import { attendances, bookingStatuses } from '../bookings/rules.ts'
import {
  emailField,
  idField,
  jsonId,
  line,
  made,
  phoneField,
  served,
  shortText,
  timestamps,
} from '../endpoint.ts'
import { personLimits } from '../person.ts'
import { priceMessages } from '../prices/messages.ts'
import { isZipWrong, type Place, stateCodeOf, zipOf } from '../us-states.ts'
import { customerMessages as text } from './messages.ts'
import { areTagsTooLong, joinTags } from './rules.ts'

const addressLine = (required: string) => line(required, 200, text.lineTooLong)

/** The customer form; an empty phone removes it (docs/product.md, Customers and addresses). */
export const customerInput = z.object({
  firstName: line(text.firstNameRequired, personLimits.name, text.nameTooLong),
  lastName: line(text.lastNameRequired, personLimits.name, text.nameTooLong),
  email: emailField(),
  phone: phoneField
    .nullish()
    // If a change omits it, the phone stays.
    .transform((phone) => (phone === undefined ? phone : phone || null)),
  notes: z.string().trim().max(5000, text.notesTooLong).nullish(),
  /** Separated by commas. */
  tags: z
    .string()
    .max(5000, text.tagsTooLong)
    .overwrite(joinTags)
    .refine((tags) => !areTagsTooLong(tags), text.tagsTooLong)
    .optional(),
  /** Why they pay no sales tax; empty if they do. */
  taxExempt: shortText(200, priceMessages.exemptTooLong).optional(),
})
export type CustomerInput = z.output<typeof customerInput>

export const customer = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Emails of the customers merged into this one, in lower case. */
  alsoEmails: z.array(z.string()),
  phone: z.string().nullable(),
  notes: z.string(),
  /** In a text that `tagsIn` reads: `VIP, Bride 2027`. */
  tags: z.string(),
  taxExempt: z.string(),
  isArchived: z.boolean(),
  /** A customer with orders is archived, never deleted (docs/product.md, Customers and addresses). */
  hasOrders: z.boolean(),
  /** Rises with every change. */
  version: z.int(),
  ...served,
  ...made,
})
export type Customer = z.infer<typeof customer>

/** The editable fields of a customer, shaped like a change. */
export function editableOf({ firstName, lastName, email, phone, notes, tags, taxExempt }: Customer) {
  return { firstName, lastName, email, phone: phone ?? '', notes, tags, taxExempt }
}

/** The whole name; older customers may have only one. */
export function fullName({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/**
 * A change to a customer; omitted fields stay. If the version it started from is outdated, the response reports the
 * other change instead of overwriting it.
 */
export const customerChange = customerInput.partial().extend({ version: jsonId().optional() })
export type CustomerChange = z.output<typeof customerChange>

/** Clients send a user with a customer; the session decides who it is. */
const sentUser = jsonId(text.userInvalid)
/** A new customer as clients send it; a guest who becomes one, with a booking or a wait of theirs. */
export const sentCustomer = customerInput
  .extend({
    userId: sentUser.optional(),
    bookingId: jsonId().optional(),
    waitlistEntryId: jsonId().optional(),
  })
  .transform(({ userId: _, ...customer }) => customer)
/** A change as clients send it: the user of an imported customer is null. */
export const sentCustomerChange = customerChange
  .extend({ userId: sentUser.nullish() })
  .transform(({ userId: _, ...change }) => change)

/**
 * The parts of an address. A state and a ZIP code are stored as the Postal Service writes them. Clients may send another
 * country's state, whose postal code isn't checked.
 */
export const addressParts = z.object({
  street: addressLine(text.streetRequired),
  street2: shortText(200, text.lineTooLong)
    .nullish()
    .transform((street2) => street2 || null),
  city: addressLine(text.cityRequired),
  state: addressLine(text.stateRequired).overwrite((state) => stateCodeOf(state) ?? state),
  zip: line(text.zipRequired, 20, text.zipTooLong).overwrite((zip) => zipOf(zip) ?? zip),
})

/** Where an order is sent. @param stored the address before a change */
export const shippingInput = (stored?: Place) =>
  addressParts.refine((address) => !isZipWrong(address, stored), { path: ['zip'], error: text.zipInvalid })

const isDefault = z.boolean().default(false)
/** A customer's address; at most one of theirs is the default. @param stored the address before a change */
export const addressInput = (stored?: Place) => shippingInput(stored).extend({ isDefault })
export type AddressInput = z.output<ReturnType<typeof addressInput>>

/** Screens send IDs too, which the path decides. */
const sentIds = { id: idField().optional(), customerId: idField().optional() }
const withoutIds = <Sent extends { id?: unknown; customerId?: unknown }>(sent: Sent) => {
  const { id: _, customerId: __, ...address } = sent
  return address
}
/** A new address as screens send it. */
export const sentAddress = addressInput().extend(sentIds).transform(withoutIds)
/** A change of an address, whose ZIP code is compared with the stored one. */
export const sentAddressChange = addressParts.extend({ isDefault, ...sentIds }).transform(withoutIds)

export const address = z.object({
  id: z.int(),
  customerId: z.int(),
  street: z.string(),
  street2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  isDefault: z.boolean(),
  ...timestamps,
})
export type Address = z.infer<typeof address>

/** Preview of a merge: the customer kept, the one deleted, and how many of their records move. */
export const customerMerge = z.object({
  result: customer,
  other: customer,
  orders: z.int(),
  bookings: z.int(),
  addresses: z.int(),
})
export type CustomerMerge = z.infer<typeof customerMerge>

/** The previewed versions: if another user changed either customer since, the merge is rejected. */
export const customerVersions = z.object({ version: z.int().optional(), otherVersion: z.int().optional() })
export type CustomerVersions = z.output<typeof customerVersions>

/** One who booked, waits or ordered, by their emails within the company (docs/product.md, History). */
export const person = z.object({
  /** Null for a guest who isn't one yet. */
  customer: customer.nullable(),
  name: z.string(),
  /** None for a guest who was booked without one, or was erased. */
  emails: z.array(z.string()),
  phone: z.string().nullable(),
  orders: z.int(),
  /** The total of their orders that are paid and not canceled, as a decimal. */
  spent: z.string(),
  /** What was paid on all of their orders and not refunded, and what they owe, as decimals. */
  paid: z.string(),
  due: z.string(),
  bookings: z.int(),
  /** Delivered and completed orders, and past bookings that weren't canceled or missed. */
  completed: z.int(),
  noShows: z.int(),
  /** The waitlists they are on. */
  waits: z.array(
    z.object({
      id: z.int(),
      isOffered: z.boolean(),
      event: z.object({ id: z.int(), name: z.string() }),
      createdAt: z.string(),
    }),
  ),
})
export type Person = z.infer<typeof person>

export const historyBooking = z.object({
  id: z.int(),
  status: z.enum(bookingStatuses),
  /** Whether the guest came; null while no one marked it. */
  attendance: z.enum(attendances).nullable(),
  attendeeName: z.string(),
  attendeeEmail: z.string().nullable(),
  timeSlotId: z.int(),
  /** Of staff; empty if there are none. */
  notes: z.string(),
  createdAt: timestamps.createdAt,
  timeSlot: z.object({
    slotDate: z.string(),
    startTime: z.string(),
    /** The abbreviation of its event's zone then, and the instant it starts: ISO 8601 in UTC. */
    zone: z.string(),
    startsAt: z.string(),
    event: z.object({
      id: z.int(),
      name: z.string(),
      eventDate: z.string(),
      location: z.string().nullable(),
    }),
  }),
})
export type HistoryBooking = z.infer<typeof historyBooking>

/** Whether the booking's time has passed (docs/product.md, Dates and times). */
export function isPast({ timeSlot }: Pick<HistoryBooking, 'timeSlot'>, now: Date): boolean {
  return new Date(timeSlot.startsAt) <= now
}
