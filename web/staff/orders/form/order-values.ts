import type { GivenAnswer } from '@trunkshow/contract/bookings/rules.ts'
import { type Customer, fullName, shippingInput } from '@trunkshow/contract/customers/schema.ts'
import { isDate } from '@trunkshow/contract/dates.ts'
import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import type { Changes } from '@trunkshow/contract/edits.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { editableOf } from '@trunkshow/contract/orders/fields.ts'
import { orderMessages as text } from '@trunkshow/contract/orders/messages.ts'
import { splitName } from '@trunkshow/contract/orders/rules.ts'
import { type orderChange, orderInput } from '@trunkshow/contract/orders/schema.ts'
import { checkAnswers, readOption, shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { Template, TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { z } from 'zod'

/** The booking an order is taken for, with its guest and event. */
export interface BookingToOrder {
  id: number
  attendeeName: string
  /** Null if staff booked without one. */
  attendeeEmail: string | null
  phone?: string
  answers?: readonly GivenAnswer[]
  event: { id: number; name: string }
  timeSlot: { id: number; slotDate: string; startTime: string; zone: string }
}

/** The values of the form; without shipping, all parts of the address are empty. */
export type OrderValues = ReturnType<typeof editableOf>

export const emptyOrder: OrderValues = {
  formData: {},
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  notes: '',
  neededBy: '',
  promisedOn: '',
  shippingAddress: { street: '', street2: '', city: '', state: '', zip: '' },
  discountCodeId: null,
  products: [],
  eventId: null,
  templateVersion: 0,
}

/** Whether an address is empty, so nothing is shipped. */
export const isEmpty = (address: OrderValues['shippingAddress']) =>
  Object.values(address).every((line) => line.trim() === '')

type Named = Pick<TemplateField, 'type' | 'label'>
const isTwin = (one: Named, other: Named) =>
  one.type === other.type && one.label.toLowerCase() === other.label.toLowerCase()

/** Adds a booking's answers, except photos, to those `given` for fields with the same label and type. */
export function offerAnswers(
  given: OrderValues['formData'],
  answers: readonly GivenAnswer[] = [],
  fields: readonly TemplateField[] = [],
): OrderValues['formData'] {
  const offered = { ...given }
  for (const field of shownFields(fields)) {
    const { id, type, options } = field
    const answer = answers.find((each) => isTwin(each, field))?.answer
    if (answer === undefined || given[id] !== undefined || type === 'attachment') continue
    const option = options.find((option) => option === answer || readOption(option).name === answer)
    if (type !== 'dropdown') offered[id] = answer
    else if (option) offered[id] = option
  }
  return offered
}

/**
 * Returns the answers, and with them the day by which the order is needed: while it is empty, or still what was answered
 * before, the first date of the form fills it.
 *
 * @param before the values of the form until now
 */
export function followDate(
  fields: readonly TemplateField[] = [],
  formData: OrderValues['formData'],
  before: Pick<OrderValues, 'formData' | 'neededBy'> = emptyOrder,
): Pick<OrderValues, 'formData' | 'neededBy'> {
  const { id = '' } = shownFields(fields).find(({ type }) => type === 'date') ?? {}
  const day = String(formData[id] ?? '')
  const follows = before.neededBy === '' || before.neededBy === before.formData[id]
  return { formData, neededBy: follows && isDate(day) ? day : before.neededBy }
}

/**
 * Carries answers over to another form: to the field with the same ID, or with the same name and type. An option the
 * other form doesn't offer is dropped.
 *
 * @param given answers or files by field ID; those without a matching field stay, in case the user switches back
 */
export function carryOver<Given>(
  given: Readonly<Record<string, Given>>,
  from: readonly TemplateField[],
  to: readonly TemplateField[],
): Record<string, Given> {
  const brought = { ...given }
  for (const field of shownFields(to)) {
    const twin = shownFields(from).find((other) => isTwin(other, field))
    const value = given[field.id] ?? (twin && given[twin.id])
    if (value === undefined) continue
    const offered = field.type !== 'dropdown' || field.options.includes(String(value))
    if (offered) brought[field.id] = value
    else delete brought[field.id]
  }
  return brought
}

/** The shipping address: a stored one by ID, a new one, or none. */
export type Place = number | 'new' | 'none'

/** The selections of a new order, as they were when selected. */
export interface Choices {
  /** The order is saved with the template version the user saw. */
  template?: Template
  customerKind: 'new' | 'known'
  customer?: Customer
  /** For a guest or customer with only a first name. */
  lastName?: string
  event?: Event
  /** A day of the event, yyyy-MM-dd. */
  date?: string
  timeSlotId?: number
  place?: Place
  discount?: DiscountCode
}

export const noChoices: Choices = { customerKind: 'new' }

/** The selections with values derived from them. */
export interface Chosen extends Choices {
  booking: BookingToOrder | undefined
  place: Place
}

const hasLastName = (name: string) => splitName(name).lastName !== ''

/** The guest's name, or the matching customer's if the booking lacks a last name; else the selected customer's. */
export function knownName({ booking, customer }: Pick<Chosen, 'booking' | 'customer'>): string {
  const listed = customer ? fullName(customer) : ''
  if (!booking) return listed
  return hasLastName(booking.attendeeName) || !hasLastName(listed) ? booking.attendeeName : listed
}

/** Whether a known person's last name is missing: guests may book with one word. */
export function isLastNameMissing(chosen: Pick<Chosen, 'booking' | 'customer'>): boolean {
  const name = knownName(chosen)
  return name !== '' && !hasLastName(name)
}

/** Builds the request of a new order, without the total and the names of its files. */
export function orderOf(values: OrderValues, chosen: Chosen) {
  const { template, customerKind, customer, booking, place, event, discount } = chosen
  const { shippingAddress, formData, notes, neededBy, promisedOn, products } = values
  const isTyped = !booking && customerKind === 'new'
  const lastName = isLastNameMissing(chosen) ? (chosen.lastName ?? '') : ''
  const contact = isTyped
    ? { customerName: values.customerName, customerEmail: values.customerEmail }
    : {
        customerName: `${knownName(chosen)} ${lastName}`.trim(),
        customerEmail: booking ? (booking.attendeeEmail ?? values.customerEmail) : (customer?.email ?? ''),
      }
  return {
    templateId: template?.id,
    templateVersion: template?.version,
    customerId: customer?.id ?? null,
    ...contact,
    customerPhone: customer?.phone || values.customerPhone,
    notes,
    neededBy,
    promisedOn,
    bookingId: booking?.id ?? null,
    eventId: booking?.event.id ?? event?.id ?? null,
    timeSlotId: booking?.timeSlot.id ?? chosen.timeSlotId ?? null,
    customFields: checkAnswers(template?.fields ?? [], formData, () => 0).answers,
    products,
    addressId: typeof place === 'number' ? place : null,
    shippingAddress: place === 'new' && !isEmpty(shippingAddress) ? shippingAddress : null,
    discountCodeId: discount?.id ?? null,
  }
}

/**
 * Builds a save's request from the changes. An address is sent whole, since its parts are only valid together.
 *
 * @param version the order's version that was edited
 * @param templateVersion the newer form, if the order is updated to it
 */
export function changeOf(
  { shippingAddress, ...changes }: Changes<OrderValues>,
  values: OrderValues,
  version: number,
  templateVersion: number | undefined,
): z.input<typeof orderChange> {
  const address = isEmpty(values.shippingAddress) ? null : values.shippingAddress
  return { ...changes, ...(shippingAddress && { shippingAddress: address }), templateVersion, version }
}

/**
 * The contract's rules for the form's values: of its answers, and of what is sent.
 *
 * @param filesOf number of a field's files: stored ones that stay, and new ones
 * @param requestOf what the other rules check; its paths are those of the values
 */
function orderSchema(
  fields: readonly TemplateField[],
  filesOf: (fieldId: string) => number,
  rules: z.ZodType,
  requestOf: (values: OrderValues) => unknown,
) {
  return z.custom<OrderValues>().superRefine((values, check) => {
    for (const [id, message] of Object.entries(checkAnswers(fields, values.formData, filesOf).errors))
      check.addIssue({ code: 'custom', path: ['formData', id], message })
    for (const { path, message } of rules.safeParse(requestOf(values)).error?.issues ?? [])
      check.addIssue({ code: 'custom', path: [...path], message })
  })
}

const newOrder = orderInput.extend({ templateId: z.number(text.selectTemplate) })

export const newOrderSchema = (
  chosenWith: (values: OrderValues) => Chosen,
  template: Template | undefined,
  filesOf: (fieldId: string) => number,
) => orderSchema(template?.fields ?? [], filesOf, newOrder, (values) => orderOf(values, chosenWith(values)))

const edited = orderInput.pick({ customerName: true, customerEmail: true, customerPhone: true, notes: true })

/** @param stored the order's address */
export const editSchema = (
  fields: readonly TemplateField[],
  stored: OrderValues['shippingAddress'],
  filesOf: (fieldId: string) => number,
) =>
  orderSchema(
    fields,
    filesOf,
    edited.extend({ shippingAddress: shippingInput(stored).nullable() }),
    ({ shippingAddress: address, ...values }) => ({
      ...values,
      shippingAddress: isEmpty(address) ? null : address,
    }),
  )
