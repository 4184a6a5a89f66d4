import type { GivenAnswer } from '@trunkshow/contract/bookings/rules.ts'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { orderMessages as text } from '@trunkshow/contract/orders/messages.ts'
import { splitName } from '@trunkshow/contract/orders/rules.ts'
import { orderInput } from '@trunkshow/contract/orders/schema.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { type Answers, checkAnswers, readOption, shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { Template, TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { z } from 'zod'
import { fullName } from '../../customers/full-name.ts'
import { type EditValues, isEmpty } from '../edit/edit-values.ts'

/** The booking an order is taken for, with its guest and event. */
export interface BookingToOrder {
  id: number
  attendeeName: string
  /** Null if staff booked without one. */
  attendeeEmail: string | null
  phone?: string | undefined
  answers?: readonly GivenAnswer[] | undefined
  event: { id: number; name: string }
  timeSlot: { id: number; slotDate: string; startTime: string; zone: string }
}

/** The typed values of a new order. */
export interface NewOrderValues
  extends Pick<EditValues, 'customerName' | 'customerEmail' | 'customerPhone' | 'notes' | 'shippingAddress'>,
    Record<string, unknown> {
  /** For a guest or customer with only a first name. */
  lastName: string
  customFields: Answers
}

export const emptyOrder: NewOrderValues = {
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  lastName: '',
  notes: '',
  shippingAddress: { street: '', street2: '', city: '', state: '', zip: '' },
  customFields: {},
}

/** An order's first values, with what the guest of its booking answered. */
export const valuesFor = (
  booking: BookingToOrder | undefined,
  template: Template | undefined,
): NewOrderValues => ({
  ...emptyOrder,
  customerPhone: booking?.phone ?? '',
  customFields: offerAnswers({}, booking?.answers ?? [], template?.fields ?? []),
})

/**
 * Offers the answers of a booking to the fields of a form with the same words and type; a photo stays with the booking.
 *
 * @param given what was typed or offered before, which stays
 */
export function offerAnswers(
  given: Answers,
  answers: readonly GivenAnswer[],
  fields: readonly TemplateField[],
): Answers {
  const offered = { ...given }
  for (const { id, label, type, options } of shownFields(fields)) {
    const answer = answers.find(
      (each) => each.type === type && each.label.toLowerCase() === label.toLowerCase(),
    )?.answer
    if (answer === undefined || given[id] !== undefined || type === 'attachment') continue
    const option = options.find((option) => option === answer || readOption(option).name === answer)
    if (type !== 'dropdown') offered[id] = answer
    else if (option) offered[id] = option
  }
  return offered
}

/** The shipping address: a stored one by ID, a new one, or none. */
export type Place = number | 'new' | 'none'

/** The selections of a new order, as they were when selected. */
export interface Choices {
  /** The order is saved with the template version the user saw. */
  template?: Template
  product?: Product
  customerKind: 'new' | 'known'
  customer?: Customer
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
  filesOf: (fieldId: string) => number
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

/** Builds the request, without the total and the names of its files. */
export function orderOf(values: NewOrderValues, chosen: Chosen) {
  const { template, product, customerKind, customer, booking, place, event, discount } = chosen
  const { shippingAddress, customFields, notes } = values
  const isTyped = !booking && customerKind === 'new'
  const lastName = isLastNameMissing(chosen) ? values.lastName : ''
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
    bookingId: booking?.id ?? null,
    eventId: booking?.event.id ?? event?.id ?? null,
    timeSlotId: booking?.timeSlot.id ?? chosen.timeSlotId ?? null,
    customFields: checkAnswers(template?.fields ?? [], customFields, chosen.filesOf).answers,
    products: product ? [{ productId: product.id }] : [],
    addressId: typeof place === 'number' ? place : null,
    shippingAddress: place === 'new' && !isEmpty(shippingAddress) ? shippingAddress : null,
    discountCodeId: discount?.id ?? null,
  }
}

/** The contract's rules for the form's values, which have the same paths. */
export function newOrderSchema(chosenWith: (values: NewOrderValues) => Chosen) {
  const rules = orderInput.extend({ templateId: z.number(text.selectTemplate) })
  return z.custom<NewOrderValues>().superRefine((values, check) => {
    const chosen = chosenWith(values)
    const fields = chosen.template?.fields ?? []
    const { errors } = checkAnswers(fields, values.customFields, chosen.filesOf)
    for (const [id, message] of Object.entries(errors))
      check.addIssue({ code: 'custom', path: ['customFields', id], message })
    for (const { path, message } of rules.safeParse(orderOf(values, chosen)).error?.issues ?? [])
      check.addIssue({ code: 'custom', path: [...path], message })
  })
}
