import type { Address, Customer } from '@trunkshow/contract/customers/schema.ts'
import { AppError, assertAllowed, fieldError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { centsToDecimal, formatMoney, MAX_CENTS, parseCents } from '@trunkshow/contract/money.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { splitName } from '@trunkshow/contract/orders/rules.ts'
import type { OrderInput } from '@trunkshow/contract/orders/schema.ts'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import {
  addressRow,
  customerRow,
  hasIdIn,
  idsWithEmail,
  ownAddress,
  ownCustomer,
} from '../../customers/queries.ts'
import { createAddress, createCustomer, updateCustomer } from '../../customers/save-customer.ts'
import { bookings, timeSlots } from '../../platform/db/schema/bookings.ts'
import { addresses, customers } from '../../platform/db/schema/customers.ts'
import { events } from '../../platform/db/schema/events.ts'
import type { orderProducts } from '../../platform/db/schema/orders.ts'
import { orderTemplateProducts, products } from '../../platform/db/schema/products.ts'
import { own } from '../../platform/db/statement.ts'
import type { StoredOrder } from '../change/record-order.ts'
import { priceOf } from '../queries.ts'
import type { OrderForm } from './read-form.ts'

/** A product with its name and price at the time of the order. */
export type ChosenProduct = Omit<
  typeof orderProducts.$inferSelect,
  'id' | 'companyId' | 'orderId' | 'createdAt'
>

/**
 * Returns a new order's products at current prices, locked until it is stored.
 *
 * @throws AppError conflict for a product that isn't the company's, is archived, or isn't in the template
 */
export async function chooseProducts(
  ctx: StaffContext,
  { templateId, products: chosen }: Pick<OrderInput, 'templateId' | 'products'>,
): Promise<ChosenProduct[]> {
  const ids = chosen.map(({ productId }) => productId)
  const found = await ctx.db
    .select({
      productId: products.id,
      name: products.name,
      sku: products.sku,
      unitPriceCents: products.basePriceCents,
      isActive: products.isActive,
    })
    .from(products)
    .where(own(ctx, products, { id: ids }))
    .orderBy(asc(products.id))
    .for('key share')
  const ordered = chosen.map(({ productId, quantity }) => {
    const product = found.find((each) => each.productId === productId)
    if (!product) throw refusal(orderMessages.productGone)
    const { isActive, ...current } = product
    if (!isActive) throw refusal(orderMessages.productArchived)
    return { ...current, quantity }
  })
  await assertInTemplate(ctx, templateId, ids)
  return ordered
}

/** A template without products allows all of them. */
async function assertInTemplate(ctx: StaffContext, templateId: number, ids: number[]) {
  const allowed = await ctx.db
    .select({ id: orderTemplateProducts.productId })
    .from(orderTemplateProducts)
    .where(own(ctx, orderTemplateProducts, { templateId }))
  if (allowed.length > 0 && !ids.every((id) => allowed.some((each) => each.id === id)))
    throw refusal(orderMessages.productNotOfTemplate)
}

/** The names of products, as an order's list row and search have them. */
export const namesOf = (products: readonly Pick<ChosenProduct, 'name'>[]) =>
  products.map(({ name }) => name).join(', ')

function refusal(message: string) {
  return fieldError('conflict', 'products', message)
}

/** Returns an order's total in cents, from what is stored with it. @throws AppError invalid from $10,000,000 on */
export function makeTotal(
  order: Pick<StoredOrder, 'formData' | 'discountCode' | 'discountPercent'>,
  form: OrderForm,
  products: readonly Pick<ChosenProduct, 'name' | 'unitPriceCents' | 'quantity'>[],
): number {
  const { totalCents } = priceOf(order, form, products)
  if (totalCents > MAX_CENTS) throw fieldError('invalid', 'total', orderMessages.totalTooLarge)
  return totalCents
}

/** Refuses the order if its total differs from the one shown. @throws AppError changed */
export function assertTotal({ total }: Pick<OrderInput, 'total'>, totalCents: number) {
  if (total === undefined || parseCents(total) === totalCents) return
  const now = centsToDecimal(totalCents)
  throw new AppError('changed', orderMessages.totalChanged(formatMoney(now)), { fields: { total: now } })
}

type EventLinks = Pick<OrderInput, 'bookingId' | 'eventId' | 'timeSlotId'>

/**
 * Resolves the booking, event and time slot of a new order; event and slot default to the booking's. Locks them until
 * the order is stored.
 *
 * @throws AppError conflict for a booking or event of another company; invalid for a booking or slot of another event
 */
export async function chooseEvent(
  ctx: StaffContext,
  { bookingId, ...input }: EventLinks,
): Promise<EventLinks> {
  const booking = bookingId === null ? null : await findBooking(ctx, bookingId)
  const eventId = input.eventId ?? booking?.eventId ?? null
  if (booking && booking.eventId !== eventId)
    throw fieldError('invalid', 'eventId', orderMessages.bookingNotOfEvent)
  if (eventId !== null && !booking) await lockEvent(ctx, eventId)
  const booked = booking?.timeSlotId ?? null
  const timeSlotId = input.timeSlotId ?? booked
  if (timeSlotId !== null && timeSlotId !== booked) await assertSlot(ctx, timeSlotId, eventId)
  return { bookingId, eventId, timeSlotId }
}

async function findBooking(ctx: StaffContext, id: number) {
  const [found] = await ctx.db
    .select({ eventId: bookings.eventId, timeSlotId: bookings.timeSlotId })
    .from(bookings)
    .where(own(ctx, bookings, { id }))
    .for('key share')
  if (!found) throw fieldError('conflict', 'bookingId', orderMessages.bookingGone)
  return found
}

/** Returns an event of the company, locked until the transaction ends. @throws AppError conflict */
export async function lockEvent(ctx: StaffContext, id: number): Promise<{ name: string }> {
  const [found] = await ctx.db
    .select({ name: events.name })
    .from(events)
    .where(own(ctx, events, { id }))
    .for('key share')
  if (!found) throw fieldError('conflict', 'eventId', eventMessages.notFound)
  return found
}

async function assertSlot(ctx: StaffContext, id: number, eventId: number | null) {
  const [found] = await ctx.db
    .select({ eventId: timeSlots.eventId })
    .from(timeSlots)
    .where(own(ctx, timeSlots, { id }))
    .for('key share')
  if (found?.eventId !== eventId) throw fieldError('invalid', 'timeSlotId', orderMessages.slotNotOfEvent)
}

/**
 * Finds or creates the customer of a new order: the selected one, or for a booking the one with its email. Fills in a
 * missing phone number or last name; other details stay.
 *
 * @returns the customer's id
 * @throws AppError conflict if the customer isn't the company's or is archived
 */
export async function chooseCustomer(ctx: StaffContext, input: OrderInput): Promise<number> {
  if (input.customerId !== null) {
    const known = await findCustomer(ctx, ownCustomer(ctx, input.customerId))
    if (!known) throw fieldError('conflict', 'customerId', orderMessages.customerGone)
    assertAllowed(known.isArchived ? orderMessages.customerArchived : null, 'conflict', 'customerId')
    return fillMissingDetails(ctx, known, input)
  }
  if (input.bookingId !== null) {
    const known = await findCustomerOf(ctx, input.customerEmail)
    if (known) return fillMissingDetails(ctx, known, input)
  }
  const { id } = await createCustomer(ctx, {
    ...splitName(input.customerName),
    email: input.customerEmail,
    phone: input.customerPhone || null,
    notes: null,
  })
  return id
}

/** Locks the customer until the order is stored, so that no other request deletes them or changes their addresses. */
async function findCustomer(ctx: StaffContext, which: SQL | undefined): Promise<Customer | undefined> {
  const [found] = await ctx.db
    .select(customerRow)
    .from(customers)
    .where(which)
    .orderBy(asc(customers.id))
    .limit(1)
    .for('update')
  return found
}

async function fillMissingDetails(
  ctx: StaffContext,
  known: Customer,
  { customerName, customerPhone }: OrderInput,
) {
  const { id, email } = known
  // Customers from earlier versions may have no last name.
  const { firstName, lastName } = known.lastName ? known : splitName(customerName)
  const phone = known.phone || customerPhone || null
  if (lastName !== known.lastName || phone !== known.phone)
    await updateCustomer(ctx, id, { firstName, lastName, email, phone })
  return id
}

/** Returns the first active customer with this email, locked so that two orders at once don't create them twice. */
async function findCustomerOf(ctx: StaffContext, email: string): Promise<Customer | undefined> {
  const { companyId } = ctx.actor
  await ctx.db.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('customer of ' || ${companyId}::int || ' ' || lower(${email}), 0))`,
  )
  return findCustomer(
    ctx,
    and(
      eq(customers.companyId, companyId),
      hasIdIn(idsWithEmail(companyId, sql`${email}`)),
      isNull(customers.archivedAt),
    ),
  )
}

/**
 * Returns the shipping address of a new order: a saved one, or a new one added to the customer's address book; null if
 * nothing ships.
 *
 * @throws AppError conflict for another customer's address or a full address book
 */
export async function chooseAddress(
  ctx: StaffContext,
  customerId: number,
  { addressId, shippingAddress }: Pick<OrderInput, 'addressId' | 'shippingAddress'>,
): Promise<Address | null> {
  if (addressId === null) {
    return shippingAddress ? createAddress(ctx, customerId, { ...shippingAddress, isDefault: false }) : null
  }
  const [found] = await ctx.db
    .select(addressRow)
    .from(addresses)
    .where(and(ownAddress(ctx, addressId), eq(addresses.customerId, customerId)))
    .for('key share')
  if (!found) throw fieldError('conflict', 'addressId', orderMessages.addressGone)
  return found
}

/** Maps an address to the order's columns. */
export function addressColumns(address: OrderInput['shippingAddress']) {
  return {
    customerAddress: address?.street ?? null,
    customerAddress2: address?.street2 ?? null,
    customerCity: address?.city ?? null,
    customerState: address?.state ?? null,
    customerZip: address?.zip ?? null,
  }
}
