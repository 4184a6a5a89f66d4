import { z } from 'zod'
import { jsonId } from '../endpoint.ts'
import { privacyMessages as text } from './messages.ts'
import { retentionMonths } from './rules.ts'

const { least, most } = retentionMonths

/** The person: a customer by ID, or a guest by the ID of one of their bookings or places on waitlists. */
export const personInput = z
  .strictObject({
    customerId: jsonId(text.whoRequired).optional(),
    bookingId: jsonId(text.whoRequired).optional(),
    waitlistEntryId: jsonId(text.whoRequired).optional(),
  })
  .refine((person) => Object.values(person).filter((id) => id !== undefined).length === 1, text.whoRequired)
export type PersonInput = z.output<typeof personInput>

/** What an erasure deletes, or in a preview would delete. */
export const erasure = z.object({
  /** The emails that identify the person, in lower case. */
  emails: z.array(z.string()),
  /** Names of the erased customers: unmerged duplicates share an email. */
  customers: z.array(z.string()),
  bookings: z.int(),
  /** How many of the bookings are upcoming; these are canceled. */
  upcoming: z.int(),
  /** Places on waitlists, also those they left. */
  waits: z.int(),
  orders: z.int(),
  /** How many of the orders aren't delivered, completed or canceled yet. */
  openOrders: z.int(),
  /** How many of the orders are in Shopify, which keeps its own copy. */
  inShopify: z.int(),
  /** Number of files of the orders. */
  files: z.int(),
  /** Number of photos that the guest sent with bookings. */
  photos: z.int(),
})
export type Erasure = z.infer<typeof erasure>

/** Months after an event until guests' data is erased; null to keep it. */
export const retention = z.object({
  months: z.int(text.monthsInvalid).min(least, text.monthsInvalid).max(most, text.monthsInvalid).nullable(),
})
export type Retention = z.output<typeof retention>

/** Only in the company's own download. */
const notes = z.string().optional()
/** By question; a photo's answer is the name of its file. */
const answers = z.record(z.string(), z.union([z.string(), z.boolean()]))

const appointment = z.object({
  event: z.string(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  status: z.string(),
  name: z.string(),
  /** Null if staff booked without one. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  partySize: z.int(),
  notes,
  answers,
  bookedAt: z.string(),
})

/** All data a company stores about one person, as the file they can download. */
export const personData = z.object({
  company: z.string().nullable(),
  /** When the file was created, ISO 8601 in UTC. */
  madeAt: z.string(),
  customers: z.array(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      emails: z.array(z.string()),
      phone: z.string().nullable(),
      notes,
      tags: notes,
      taxExempt: z.string(),
      addresses: z.array(z.string()),
      measurements: z.array(
        z.object({
          date: z.string(),
          set: z.string(),
          wearer: z.string(),
          notes,
          /** By name, as `34 1/8 in`. */
          values: z.record(z.string(), z.string()),
        }),
      ),
      since: z.string(),
    }),
  ),
  bookings: z.array(appointment),
  /** What the company's staff are to do for them, or did: none in the guest's own file. */
  followUps: z.array(z.object({ text: z.string(), dueOn: z.string(), closedAt: z.string().nullable() })),
  orders: z.array(
    z.object({
      number: z.string(),
      status: z.string(),
      date: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      address: z.string().nullable(),
      items: z.string(),
      answers,
      lines: z.array(
        z.object({
          name: z.string(),
          quantity: z.int(),
          options: z.record(z.string(), z.string()),
          /** Of its own form. */
          answers,
        }),
      ),
      files: z.array(z.string()),
      notes,
      total: z.string(),
      /** Payments, and with a minus refunds and what was corrected. */
      payments: z.array(
        z.object({
          kind: z.string(),
          date: z.string(),
          amount: z.string(),
          method: z.string(),
          reference: z.string(),
        }),
      ),
      /** What they were asked to approve: the text is what the hash is of. */
      proposals: z.array(
        z.object({
          number: z.int(),
          hash: z.string(),
          snapshot: z.string(),
          sentAt: z.string(),
          answers: z.array(
            z.object({
              kind: z.string(),
              name: z.string(),
              wish: z.string(),
              answeredAt: z.string(),
              browser: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
  /** What they waited for: a time slot, any of a date, or any of the event. */
  waitlists: z.array(
    z.object({
      event: z.string(),
      date: z.string().nullable(),
      startTime: z.string().nullable(),
      status: z.string(),
      name: z.string(),
      email: z.string(),
      partySize: z.int(),
      joinedAt: z.string(),
    }),
  ),
  emails: z.array(
    z.object({
      to: z.string(),
      subject: z.string(),
      sentAt: z.string(),
      /** Without private links; null for emails of earlier versions. */
      text: z.string().nullable(),
    }),
  ),
})
export type PersonData = z.infer<typeof personData>
