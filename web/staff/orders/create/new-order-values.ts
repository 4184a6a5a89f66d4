import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { orderMessages as text } from '@trunkshow/contract/orders/messages.ts'
import { splitName } from '@trunkshow/contract/orders/rules.ts'
import { orderInput } from '@trunkshow/contract/orders/schema.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { type Answers, checkAnswers } from '@trunkshow/contract/templates/rules.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { z } from 'zod'
import { fullName } from '../../customers/full-name.ts'
import { type EditValues, isEmpty } from '../edit/edit-values.ts'

/** The booking an order is taken for: whom it is for and where it is taken stand with it. */
export interface BookingToOrder {
  id: number
  attendeeName: string
  attendeeEmail: string
  event: { id: number; name: string }
  timeSlot: { id: number; slotDate: string; startTime: string }
}

/** What is typed into a new order. */
export interface NewOrderValues
  extends Pick<EditValues, 'customerName' | 'customerEmail' | 'customerPhone' | 'notes' | 'shippingAddress'>,
    Record<string, unknown> {
  /** For a guest or customer whose first name alone is known. */
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

/** Where an order goes: a stored address by its number, a new one, or nowhere. */
export type Place = number | 'new' | 'none'

/** What is chosen for a new order, each as it was when it was chosen. */
export interface Choices {
  /** The order is saved on the version of it that was shown. */
  template?: Template
  product?: Product
  whom: 'new' | 'known'
  customer?: Customer
  event?: Event
  /** A day of the event, yyyy-MM-dd. */
  date?: string
  timeSlotId?: number
  place?: Place
  discount?: DiscountCode
}

export const noChoices: Choices = { whom: 'new' }

/** The choices with what follows from them. */
export interface Chosen extends Choices {
  booking: BookingToOrder | undefined
  place: Place
  filesOf: (fieldId: string) => number
}

const hasLastName = (name: string) => splitName(name).lastName !== ''

/** Who booked, by the name in the list of customers where the booking has half of it; or who was chosen there. */
export function knownName({ booking, customer }: Pick<Chosen, 'booking' | 'customer'>): string {
  const listed = customer ? fullName(customer) : ''
  if (!booking) return listed
  return hasLastName(booking.attendeeName) || !hasLastName(listed) ? booking.attendeeName : listed
}

/** Whether the last name of a known person has to be asked for: guests may book with one word. */
export function lacksLastName(chosen: Pick<Chosen, 'booking' | 'customer'>): boolean {
  const name = knownName(chosen)
  return name !== '' && !hasLastName(name)
}

/** The order as the contract has it, but for its total and the names of its files. */
export function orderOf(values: NewOrderValues, chosen: Chosen) {
  const { template, product, whom, customer, booking, place, event, discount } = chosen
  const { shippingAddress, customFields, notes } = values
  const isTyped = !booking && whom === 'new'
  const lastName = lacksLastName(chosen) ? values.lastName : ''
  const contact = isTyped
    ? { customerName: values.customerName, customerEmail: values.customerEmail }
    : {
        customerName: `${knownName(chosen)} ${lastName}`.trim(),
        customerEmail: booking?.attendeeEmail ?? customer?.email ?? '',
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

/** The rules of the contract, for the form as the screen holds it: their paths are the same. */
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
