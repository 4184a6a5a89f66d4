import { z } from 'zod'
import { attendances } from '../bookings/rules.ts'
import { event } from '../events/schema.ts'

/** What the Home screen shows of the caller's company (docs/product.md, Home). Amounts are decimals. */
export const home = z.object({
  /** What a new company still has to do; each is true once it was done. */
  steps: z.object({
    company: z.boolean(),
    event: z.boolean(),
    booking: z.boolean(),
    template: z.boolean(),
    order: z.boolean(),
  }),
  /** Today's active bookings by each venue's clock. */
  today: z.object({
    count: z.int(),
    /** How many people they are for. */
    guests: z.int(),
    arrived: z.int(),
    /** Those before the first that is listed. */
    before: z.int(),
    /** In order of time from the first on whose guest is still expected, or the last ones; up to `MAX_TODAY`. */
    bookings: z.array(
      z.object({
        id: z.int(),
        eventId: z.int(),
        eventName: z.string(),
        attendeeName: z.string(),
        partySize: z.int(),
        startTime: z.string(),
        endTime: z.string(),
        /** ISO 8601 in UTC. */
        startsAt: z.string(),
        endsAt: z.string(),
        attendance: z.enum(attendances).nullable(),
        /** The guest said that they are coming. */
        isComing: z.boolean(),
      }),
    ),
    /** Whose bookings they all are, in order of time; up to `MAX_TODAY`. */
    events: z.array(event.pick({ id: true, name: true })),
  }),
  /** Orders that wait for someone, counted up to 1,000. */
  unpaidOrders: z.int(),
  ordersToShip: z.int(),
  /** What all orders owe together, and those whose balance should have been paid before today, counted as above. */
  due: z.string(),
  overdue: z.object({ orders: z.int(), due: z.string() }),
  /** Orders that are late, at risk, or paid for and not started; counted as above. */
  making: z.object({ late: z.int(), atRisk: z.int(), notStarted: z.int() }),
  /** Pending and paid orders whose customers should answer, ask for a change, or were sent something else; counted as above. */
  agreements: z.object({ waiting: z.int(), changeAsked: z.int(), changed: z.int() }),
  /** Whether Stripe rejects the company's key. */
  mustReconnect: z.boolean(),
  /** Orders whose payment a customer's bank disputes and that aren't answered yet, the first one due first; up to ten. */
  disputes: z.array(
    z.object({
      orderId: z.int(),
      orderNumber: z.int(),
      amount: z.string(),
      /** ISO 8601; null if Stripe names none. */
      dueBy: z.string().nullable(),
    }),
  ),
  /** The next events that are active and not over, soonest first; up to five. */
  nextEvents: z.array(
    event
      .pick({ id: true, name: true, eventDate: true, endDate: true })
      .extend({ booked: z.int(), totalSlots: z.int() }),
  ),
  /** The event whose link is shared first: the next one, or else the latest. */
  sharedEventId: z.int().nullable(),
  /**
   * The events that began last, then those to come that have orders already; of each the latest first, up to five in
   * all. Without canceled orders.
   */
  revenue: z.array(
    event.pick({ id: true, name: true, eventDate: true }).extend({
      orders: z.int(),
      ordered: z.string(),
      /** Of the orders that are paid, shipped, delivered, or completed. */
      paid: z.string(),
    }),
  ),
})
export type Home = z.infer<typeof home>

/** The most of today's bookings, and of their events, that Home loads. */
export const MAX_TODAY = 20
