import { z } from 'zod'
import { addressInput, customerInput, historyBooking } from '../customers/schema.ts'
import { discountCode } from '../discounts/schema.ts'
import { emailField, idField, jsonId, made, wholeNumber } from '../endpoint.ts'
import { oneLine } from '../one-line.ts'
import { personLimits } from '../person.ts'
import { operation } from '../shopify/schema.ts'
import type { Answers } from '../templates/rules.ts'
import { templateField } from '../templates/schema.ts'
import { orderMessages as text } from './messages.ts'
import { attachmentLimits, orderStatuses, splitName } from './rules.ts'

/** A value that may come as JSON text: fields of a multipart form do, where an empty one is null. */
const orJson = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    try {
      return value === '' ? null : JSON.parse(value)
    } catch {
      return value
    }
  }, schema)

/** An id that may be left out; a multipart form sends it as an empty text then. */
const optionalId = (invalid: string) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), idField(invalid).nullable())

/** More than a template has fields. */
const MAX_ANSWERS = 500

/**
 * What was filled in, by field id: texts, ticked boxes, numbers; for an attachment field the names of the form parts
 * that carry its files. They are counted before each is looked at.
 */
const answers = z.preprocess(
  (given: Record<string, unknown>, check) => {
    if (Object.keys(Object(given)).length <= MAX_ANSWERS) return given
    check.addIssue({ code: 'custom', message: text.answersInvalid })
    return z.NEVER
  },
  z.record(
    z.string().max(50),
    z.union([
      z.string(),
      z.boolean(),
      z.number(),
      z.array(z.string().max(100)).max(attachmentLimits.filesPerRequest),
      z.null(),
    ]),
    text.answersInvalid,
  ),
)

const orderedProduct = z.object({
  productId: idField(text.productsInvalid),
  quantity: wholeNumber(text.productsInvalid)
    .pipe(z.int().min(1, text.productsInvalid).max(1000, text.productsInvalid))
    .default(1),
})

const notes = z.string().trim().max(10_000, text.notesTooLong)
const shipping = addressInput.omit({ isDefault: true })

/**
 * Whom an order is for. Shopify wants a last name, and so does the list of customers: first and last name, each as
 * the customer form takes it.
 */
const fullName = z
  .string(text.customerNameRequired)
  .overwrite(oneLine)
  .min(1, { error: text.customerNameRequired, abort: true })
  .max(200, { error: text.customerNameTooLong, abort: true })
  .superRefine((name, check) => {
    const names = splitName(name)
    const { error } = customerInput.pick({ firstName: true, lastName: true }).safeParse(names)
    const message = names.lastName ? error?.issues[0]?.message : text.fullNameRequired
    if (message) check.addIssue({ code: 'custom', message })
  })

/**
 * A new order (docs/product.md, Taking an order): for a customer that is known, of a booking, or new by name and
 * email.
 */
export const orderInput = z.object({
  templateId: idField(text.templateRequired),
  /** The version of the template that was shown: the order is saved as it was seen. The newest unless given. */
  templateVersion: idField(text.templateGone).optional(),
  customerId: optionalId(text.customerGone),
  customerName: fullName,
  customerEmail: emailField(text.customerEmailInvalid),
  customerPhone: z.string().overwrite(oneLine).max(personLimits.phone, text.phoneTooLong).nullish(),
  notes: notes.nullish(),
  bookingId: optionalId(text.bookingGone),
  eventId: optionalId(text.slotNotOfEvent),
  timeSlotId: optionalId(text.slotNotOfEvent),
  customFields: answers.default({}),
  products: z
    .array(orderedProduct, text.productRequired)
    .min(1, text.productRequired)
    .max(20, text.productsInvalid),
  /** One of the customer's, or a new one, which is kept in their address book; neither where nothing is shipped. */
  addressId: optionalId(text.addressGone),
  shippingAddress: shipping.nullish(),
  discountCodeId: optionalId('Discount code not found.'),
  /** The total that was shown, a decimal. If it is another one by now, nothing is saved and the new one told. */
  total: z.union([z.string().max(20), z.number()]).optional(),
})
export type OrderInput = z.output<typeof orderInput>

/** The multipart form around it; the two numbers beside are those of an old client. */
export const orderForm = z.object({
  orderData: orJson(orderInput),
  eventId: optionalId(text.slotNotOfEvent),
  bookingId: optionalId(text.bookingGone),
})

/**
 * A change of an order; what is left out stays, each answer of the form too. With the version that it began with, a
 * change by another person is reported instead of overwritten.
 */
export const orderChange = z.object({
  /** By field id; an empty answer is cleared. */
  formData: orJson(answers).optional(),
  /** Moves the order to this version of its template, with that version's fields and option prices. */
  templateVersion: optionalId(text.templateGone),
  notes: notes.nullish(),
  customerName: orderInput.shape.customerName.optional(),
  customerEmail: orderInput.shape.customerEmail.optional(),
  customerPhone: orderInput.shape.customerPhone,
  shippingAddress: orJson(shipping.nullish()),
  /** Left out: the code stays; null or empty: the order drops it. */
  discountCodeId: z.preprocess(
    (value) => (value === '' ? null : value),
    idField('Discount code not found.').nullish(),
  ),
  /** Field ids of the files that came along, in their order; an empty one is an attachment of the order itself. */
  fileFieldIds: z.preprocess(
    (value) => (typeof value === 'string' && !value.startsWith('[') ? [value] : value),
    orJson(z.array(z.string().max(50)).max(attachmentLimits.filesPerRequest)).default([]),
  ),
  version: idField().optional(),
})
export type OrderChange = z.output<typeof orderChange>

export const discountChoice = z.object({ discountCodeId: jsonId('Discount code not found.').nullable() })

/** The next status. @param from what it was when it was chosen: another one by now is told instead of overwritten */
export const statusChange = z.object({
  status: z.enum(orderStatuses),
  from: z.enum(orderStatuses).optional(),
})

export const commentInput = z.object({
  comment: z.string(text.commentRequired).trim().min(1, text.commentRequired).max(5000, text.commentTooLong),
})

export const attachmentForm = z.object({
  orderId: idField(text.notFound),
  /** The form field it answers; none for one of the order itself. */
  fieldId: z
    .string()
    .max(50)
    .nullish()
    .transform((fieldId) => fieldId || null),
})
export type AttachmentInput = z.output<typeof attachmentForm>

export const attachment = z.object({
  id: z.int(),
  orderId: z.int(),
  /** The form field it answers; null for one of the order itself. */
  fieldId: z.string().nullable(),
  filename: z.string(),
  /** /uploads/order-{orderId}/{filename} */
  filePath: z.string(),
  fileType: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  /** What the file was called where it came from. */
  displayName: z.string(),
  uploadedAt: z.string(),
  /** A file that is listed is stored: none is temporary. */
  isTemp: z.literal(false),
  tempFileName: z.null(),
})
export type Attachment = z.infer<typeof attachment>

/** A code as an order keeps it; without an id where it no longer counts for the order. */
const keptCode = discountCode
  .pick({ code: true, discountType: true, discountValue: true })
  .extend({ id: z.int().nullable() })

/** An order as lists show it. */
export const orderSummary = z.object({
  id: z.int(),
  /** The company's own count of its orders, from 1001. */
  orderNumber: z.int(),
  ...made,
  status: z.enum(orderStatuses),
  customerId: z.int(),
  customerName: z.string(),
  customerEmail: z.string(),
  /** The names of its products. */
  items: z.string(),
  /** A decimal. */
  total: z.string(),
  templateId: z.int(),
  /** Of its template, as it was. */
  itemType: z.string(),
  /** The first of its products. */
  productId: z.int().nullable(),
  eventId: z.int().nullable(),
  event: z.object({ id: z.int(), name: z.string() }).nullable(),
  bookingId: z.int().nullable(),
  addressId: z.int().nullable(),
  discountCodeId: z.int().nullable(),
  discountCode: keptCode.nullable(),
  shopifyOrderId: z.string().nullable(),
})
export type OrderSummary = z.infer<typeof orderSummary>

const priceLine = z.object({ label: z.string(), amount: z.string() })

/** One order with everything its detail shows. */
export const order = orderSummary.extend({
  customerPhone: z.string().nullable(),
  customerAddress: z.string().nullable(),
  customerAddress2: z.string().nullable(),
  customerCity: z.string().nullable(),
  customerState: z.string().nullable(),
  customerZip: z.string().nullable(),
  /** The customer as the address book has them now. */
  customer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
  }),
  /** The booking as it is now, with its own time slot. */
  booking: historyBooking.pick({ attendeeName: true, attendeeEmail: true, timeSlot: true }).nullable(),
  timeSlot: z
    .object({ id: z.int(), slotDate: z.string(), startTime: z.string(), endTime: z.string() })
    .nullable(),
  /** The template with the fields this order was made with. Those it has answers or files of besides are archived. */
  template: z.object({
    id: z.int(),
    version: z.int(),
    /** The template's newest version; greater than `version` where it was changed since. */
    newestVersion: z.int(),
    templateName: z.string(),
    itemType: z.string(),
    fields: z.array(templateField),
  }),
  formData: z.record(z.string(), z.union([z.string(), z.boolean()])),
  products: z.array(
    z.object({
      id: z.int(),
      orderId: z.int(),
      productId: z.int(),
      name: z.string(),
      sku: z.string(),
      basePrice: z.string(),
      quantity: z.int(),
      createdAt: made.createdAt,
    }),
  ),
  /** What the order carries, as it was when it was applied. */
  discount: z.object({ code: z.string(), percent: z.int(), discountCodeId: z.int().nullable() }).nullable(),
  price: z.object({
    lines: z.array(priceLine),
    subtotal: z.string(),
    discount: z.string(),
    total: z.string(),
  }),
  attachments: z.array(attachment),
  notes: z.string(),
  version: z.int(),
})
export type Order = z.infer<typeof order>

/** What of an order can be edited, in the form of a change; an address that was not given is empty in all its parts. */
export function editableOf(order: Order) {
  return {
    formData: order.formData as Answers,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    customerPhone: order.customerPhone ?? '',
    notes: order.notes,
    shippingAddress: {
      street: order.customerAddress ?? '',
      street2: order.customerAddress2 ?? '',
      city: order.customerCity ?? '',
      state: order.customerState ?? '',
      zip: order.customerZip ?? '',
    },
    discountCodeId: order.discount?.discountCodeId ?? null,
    templateVersion: order.template.version,
  }
}

export const createdOrder = order.extend({ message: z.string() })

/** What came of a push: the operation, and what the order is called at the store. */
export const pushedOrder = operation.extend({ shopifyOrderId: z.string().nullable() })
export type PushedOrderAnswer = z.infer<typeof pushedOrder>

/** How it stands with an order at the store. */
export const orderAtStore = z.object({
  shopifyOrderId: z.string().nullable(),
  /** What Shopify calls it, such as `#1009`; null where it was never recorded. */
  shopifyName: z.string().nullable(),
  /** What has changed here since the store was told: items and price need it to be recreated there. */
  changed: z.enum(['nothing', 'details', 'items']),
  /** The last thing that was asked of the store for it. */
  operation: operation.nullable(),
})
export type OrderAtStore = z.infer<typeof orderAtStore>

/** What an apply answers: the order, and the code as it is now. */
export const discountedOrder = order.extend({ discountCode: discountCode.nullable() })

/** Orders and their sum of one event; cancelled ones count in neither. */
export const eventOrders = z.object({ orders: z.int(), revenue: z.string() })

/** Changes whenever an order of the company does, or what it shows; screens compare it and reload their lists. */
export const ordersVersion = z.object({ version: z.string() })
export type OrdersVersion = z.infer<typeof ordersVersion>

/** A filter of the orders list that one person has kept. */
export const savedFilterInput = z.object({
  name: z
    .string(text.filterNameRequired)
    .overwrite(oneLine)
    .min(1, text.filterNameRequired)
    .max(100, text.filterNameTooLong),
  filter: z.strictObject({
    q: z.string().max(200).optional(),
    status: z.enum(orderStatuses).optional(),
    event: z.union([z.literal('none'), jsonId()]).optional(),
    sort: z.enum(['oldest', 'newest']).optional(),
  }),
})
export const savedFilter = savedFilterInput.extend({ id: z.int() })
export type SavedFilter = z.infer<typeof savedFilter>
