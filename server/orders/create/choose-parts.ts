import type { Address, Customer } from '@trunkshow/contract/customers/schema.ts'
import { AppError, assertAllowed, fieldError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { centsToDecimal, formatMoney, parseCents } from '@trunkshow/contract/money.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { splitName } from '@trunkshow/contract/orders/rules.ts'
import type { OrderInput } from '@trunkshow/contract/orders/schema.ts'
import { taxOf } from '@trunkshow/contract/prices/rules.ts'
import { type Answers, checkAnswers, shownFields } from '@trunkshow/contract/templates/rules.ts'
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
import {
  createAddress,
  createCustomer,
  lockCustomerEmail,
  updateCustomer,
} from '../../customers/save-customer.ts'
import { bookings, timeSlots } from '../../platform/db/schema/bookings.ts'
import { companies } from '../../platform/db/schema/company.ts'
import { addresses, customers } from '../../platform/db/schema/customers.ts'
import { events } from '../../platform/db/schema/events.ts'
import { orderFormTemplates, orderTemplateVersions } from '../../platform/db/schema/products.ts'
import { own, rowsOf } from '../../platform/db/statement.ts'
import type { UploadedFile } from '../../platform/http/uploads.ts'
import type { StoredOrder } from '../change/record-order.ts'

type Kept = typeof bookings | typeof events | typeof orderFormTemplates | typeof timeSlots

/** Returns a record of the company, locked until the order is stored, so that it is not deleted before. */
async function keep<Table extends Kept>({ db, actor }: StaffContext, table: Table, id: number) {
  const [found] = await rowsOf({ db, actor }, table as Kept, { id }).for('key share')
  return found as Table['$inferSelect'] | undefined
}

/** One version of a template. */
export type OrderForm = Pick<typeof orderTemplateVersions.$inferSelect, 'version' | 'fields'>

/** Returns the fields of a template version, which never change. @throws AppError conflict if it doesn't exist */
export async function readForm(ctx: StaffContext, templateId: number, version: number): Promise<OrderForm> {
  const [found] = await ctx.db
    .select({ version: orderTemplateVersions.version, fields: orderTemplateVersions.fields })
    .from(orderTemplateVersions)
    .where(own(ctx, orderTemplateVersions, { templateId, version }))
  if (!found) throw fieldError('conflict', 'templateId', orderMessages.templateGone)
  return found
}

/**
 * Returns the form of a new order: the version that was shown, even if the template has changed since, or else the
 * newest. Locks the template until the order is stored.
 *
 * @throws AppError conflict for a deleted template, or an archived one if no version was shown
 */
export async function chooseForm(
  ctx: StaffContext,
  { templateId, templateVersion }: Pick<OrderInput, 'templateId' | 'templateVersion'>,
): Promise<OrderForm> {
  const template = await keep(ctx, orderFormTemplates, templateId)
  if (!template) throw fieldError('conflict', 'templateId', orderMessages.templateGone)
  if (templateVersion === undefined && template.archivedAt)
    throw fieldError('conflict', 'templateId', orderMessages.templateArchived)
  return readForm(ctx, templateId, templateVersion ?? template.version)
}

/**
 * Returns the answers to store.
 *
 * @param fieldIds the field of each stored or new file; null for files of the order itself
 * @param name prefix of the field ids in the error's `fields`
 * @throws AppError invalid, with a message for each wrong answer
 */
export function readAnswers(
  { fields }: OrderForm,
  given: Readonly<Record<string, unknown>>,
  fieldIds: readonly (string | null)[],
  name: string,
): Answers {
  const filesOf = (fieldId: string) => fieldIds.filter((each) => each === fieldId).length
  const { answers, errors } = checkAnswers(fields, given, filesOf)
  const wrong = Object.entries(errors).map(([id, message]) => [`${name}.${id}`, message])
  if (wrong.length > 0)
    throw new AppError('invalid', orderMessages.formInvalid, { fields: Object.fromEntries(wrong) })
  return answers
}

/**
 * Refuses files for anything but an attachment field of the form.
 *
 * @param fieldIds the field of each file; null for files of the order itself
 * @throws AppError invalid, naming the part of the first wrong file
 */
export function assertTakesFiles(
  { fields }: OrderForm,
  files: readonly UploadedFile[],
  fieldIds: readonly (string | null)[],
) {
  const attachmentFields = shownFields(fields).filter(({ type }) => type === 'attachment')
  const wrong = files.find((_, at) => {
    const fieldId = fieldIds[at] ?? null
    return fieldId !== null && !attachmentFields.some(({ id }) => id === fieldId)
  })
  if (wrong) throw fieldError('invalid', wrong.field, orderMessages.fieldTakesNoFiles)
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
export async function chooseEvent(ctx: StaffContext, { bookingId, ...input }: EventLinks) {
  const booking = bookingId === null ? null : await keep(ctx, bookings, bookingId)
  if (booking === undefined) throw fieldError('conflict', 'bookingId', orderMessages.bookingGone)
  const eventId = input.eventId ?? booking?.eventId ?? null
  if (booking && booking.eventId !== eventId)
    throw fieldError('invalid', 'eventId', orderMessages.bookingNotOfEvent)
  if (eventId !== null && !booking) await lockEvent(ctx, eventId)
  const booked = booking?.timeSlotId ?? null
  const timeSlotId = input.timeSlotId ?? booked
  const isOther = timeSlotId !== null && timeSlotId !== booked
  if (isOther && (await keep(ctx, timeSlots, timeSlotId))?.eventId !== eventId)
    throw fieldError('invalid', 'timeSlotId', orderMessages.slotNotOfEvent)
  return { bookingId, eventId, timeSlotId }
}

/** Locks an event of the company until the transaction ends. @throws AppError conflict */
export async function lockEvent(ctx: StaffContext, id: number) {
  if (!(await keep(ctx, events, id))) throw fieldError('conflict', 'eventId', eventMessages.notFound)
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
async function findCustomer(ctx: StaffContext, which: SQL): Promise<Customer | undefined> {
  const [found] = await rowsOf(ctx, customers, which, customerRow)
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
  await lockCustomerEmail(ctx, email)
  return findCustomer(
    ctx,
    and(
      eq(customers.companyId, companyId),
      hasIdIn(idsWithEmail(companyId, sql`${email}`)),
      isNull(customers.archivedAt),
    )!,
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

/**
 * Returns an order's tax as it is now: by its customer, its event and the state it is shipped to (docs/product.md, Tax).
 *
 * @param state of the shipping address
 */
export async function chooseTax(
  { db, actor }: StaffContext,
  { customerId, eventId, state }: { customerId: number; eventId: number | null; state: string | null },
): Promise<Pick<StoredOrder, 'taxRate' | 'taxState' | 'taxExempt'>> {
  const [found] = await db
    .select({
      rates: companies.taxRates,
      exempt: customers.taxExempt,
      event: { taxRate: events.taxRate, taxState: events.taxState },
    })
    .from(companies)
    .innerJoin(customers, and(eq(customers.companyId, companies.id), eq(customers.id, customerId)))
    .leftJoin(events, and(eq(events.companyId, companies.id), eq(events.id, eventId ?? 0)))
    .where(eq(companies.id, actor.companyId))
  const { note: _, ...tax } = taxOf({ ...found!, state })
  return tax
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
