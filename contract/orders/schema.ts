import { z } from 'zod'
import { addressParts, customer, customerInput, historyBooking, shippingInput } from '../customers/schema.ts'
import { discountCode } from '../discounts/schema.ts'
import {
  emailField,
  idField,
  jsonId,
  line,
  made,
  orNull,
  phoneField,
  served,
  wholeNumber,
} from '../endpoint.ts'
import { eventMessages } from '../events/messages.ts'
import { MAX_CENTS, parseSignedCents } from '../money.ts'
import { moneyStates } from '../payments/rules.ts'
import { balanceDueOn, orderMoney, paymentTerms } from '../payments/schema.ts'
import { oneLine } from '../person.ts'
import { operation } from '../shopify/schema.ts'
import { parseJson, templateField } from '../templates/schema.ts'
import { usStateCodes } from '../us-states.ts'
import { orderMessages as text } from './messages.ts'
import { agreementStates, attachmentLimits, MAX_ORDERED_LINES, orderStatuses, splitName } from './rules.ts'
import { whichOrders } from './screens.ts'

/** Accepts a value as JSON text too, as multipart fields send it; empty text becomes null. */
const orJson = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : parseJson(value)), schema)

/** An optional ID; a multipart form sends an omitted one as empty text. */
const optionalId = (invalid: string) => orNull(idField(invalid))

/** An ID to change: omitted stays, null or empty removes. */
const changedId = (invalid: string) =>
  z.preprocess((value) => (value === '' ? null : value), idField(invalid).nullish())

/** More than a template can have fields. */
const MAX_ANSWERS = 500

/**
 * The answers by field ID: texts, booleans, numbers; for an attachment field, the names of the form parts with its
 * files. Counted before any is parsed, to keep the work bounded.
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

/** The amount of a line without a product: a decimal, negative for a reduction; in cents. */
const lineAmount = z.union([z.number(), z.string()], text.amountInvalid).transform((amount, check) => {
  const cents = parseSignedCents(amount)
  if (cents && Math.abs(cents) <= MAX_CENTS) return cents
  const message = cents ? text.amountTooLarge : text.amountInvalid
  check.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** A product of an order with the options chosen for it and its own form, which for the first one is the order's. */
const orderedProduct = z.object({
  productId: idField(text.productsInvalid),
  quantity: wholeNumber(text.productsInvalid)
    .pipe(z.int().min(1, text.productsInvalid).max(1000, text.productsInvalid))
    .default(1),
  /** Of each customization at most one. A change leaves them as they are by leaving them out. */
  options: z
    .array(z.object({ customizationId: idField(text.optionGone), optionId: idField(text.optionGone) }))
    .max(50, text.optionGone)
    .optional(),
  templateId: idField(text.templateGone).nullish(),
  templateVersion: idField(text.templateGone).nullish(),
  formData: answers.optional(),
})

/** A fee, or a reduction under its name. */
const customLine = z.object({
  productId: z.null(),
  name: line(text.lineNameRequired, 200, text.lineNameTooLong),
  amount: lineAmount,
  taxable: z.boolean().default(true),
})

const orderedLine = z
  .custom<z.input<typeof orderedProduct> | z.input<typeof customLine>>()
  .transform((given, check) => {
    const { data, error } = (given?.productId === null ? customLine : orderedProduct).safeParse(given)
    for (const { path, message } of error?.issues ?? []) check.addIssue({ code: 'custom', path, message })
    return data ?? z.NEVER
  })
export type OrderedLine = z.output<typeof orderedProduct> | z.output<typeof customLine>

/** The lines of an order. The first one is a product. */
const orderedLines = z
  .array(orderedLine, text.productRequired)
  .min(1, text.productRequired)
  .max(MAX_ORDERED_LINES, text.tooManyLines(MAX_ORDERED_LINES))
  .refine(([first]) => first?.productId !== null, text.productRequired)

/** The total the user saw, a decimal. If the order's would differ, nothing is saved and the response has the new one. */
const seenTotal = z.union([z.string().max(20), z.number()]).optional()

const notes = z.string().trim().max(10_000, text.notesTooLong)

/** Shopify and the customer list require a last name, so first and last name must each fit the customer form. */
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

/** A new order (docs/product.md, Taking an order): for a known customer, a booking's guest, or a new customer. */
export const orderInput = z.object({
  templateId: idField(text.templateRequired),
  /** The template version the user filled in, so the order is saved as they saw it; the newest by default. */
  templateVersion: idField(text.templateGone).optional(),
  customerId: optionalId(text.customerGone),
  customerName: fullName,
  customerEmail: emailField(text.customerEmailInvalid),
  customerPhone: phoneField.nullish(),
  notes: notes.nullish(),
  bookingId: optionalId(text.bookingGone),
  eventId: optionalId(text.slotNotOfEvent),
  timeSlotId: optionalId(text.slotNotOfEvent),
  customFields: answers.default({}),
  products: orderedLines,
  /** An address of the customer, or a new one, which is added to them; neither if nothing is shipped. */
  addressId: optionalId(text.addressGone),
  shippingAddress: shippingInput().nullish(),
  discountCodeId: optionalId('Discount code not found.'),
  neededBy: balanceDueOn.nullish(),
  promisedOn: balanceDueOn.nullish(),
  total: seenTotal,
})
export type OrderInput = z.output<typeof orderInput>

/** The multipart form of a new order; older clients send the two IDs outside it. */
export const orderForm = z.object({
  orderData: orJson(orderInput),
  eventId: optionalId(text.slotNotOfEvent),
  bookingId: optionalId(text.bookingGone),
})

/** A change: omitted fields and answers stay. If the version it started from is outdated, see docs/decisions/019. */
export const orderChange = z.object({
  /** By field ID; an empty answer clears the stored one. */
  formData: orJson(answers).optional(),
  /** Moves the order to this version of its template, with that version's fields and option prices. */
  templateVersion: optionalId(text.templateGone),
  notes: notes.nullish(),
  customerName: orderInput.shape.customerName.optional(),
  customerEmail: orderInput.shape.customerEmail.optional(),
  customerPhone: orderInput.shape.customerPhone,
  /** Its ZIP code is compared with the stored one. */
  shippingAddress: orJson(addressParts.nullish()),
  discountCodeId: changedId('Discount code not found.'),
  /** All of its lines, while the order is pending: those it has keep their price, others get the current one. */
  products: orJson(orderedLines).optional(),
  /** While the order is pending and not for a booking; its time slot goes with the old event. */
  eventId: changedId(eventMessages.notFound),
  ...paymentTerms.partial().shape,
  /** The day of a balance due on a date; empty for none. */
  balanceDueOn: balanceDueOn.optional(),
  /** The customer's day, and ours; empty for none. */
  neededBy: balanceDueOn.optional(),
  promisedOn: balanceDueOn.optional(),
  total: seenTotal,
  /** Field IDs of the uploaded files, in order; an empty one means an attachment of the order itself. */
  fileFieldIds: z.preprocess(
    (value) => (typeof value === 'string' && !value.startsWith('[') ? [value] : value),
    orJson(z.array(z.string().max(50)).max(attachmentLimits.filesPerRequest)).default([]),
  ),
  version: idField().optional(),
})
export type OrderChange = z.output<typeof orderChange>

export const discountChoice = z.object({ discountCodeId: jsonId('Discount code not found.').nullable() })

/** The next status. @param from the status the user saw; if it has changed since, the request is rejected */
export const statusChange = z.object({
  status: z.enum(orderStatuses),
  from: z.enum(orderStatuses).optional(),
})

export const commentInput = z.object({
  comment: z.string(text.commentRequired).trim().min(1, text.commentRequired).max(5000, text.commentTooLong),
})

export const attachmentForm = z.object({
  orderId: idField(text.notFound),
  /** The form field it belongs to; absent for a file of the order itself. */
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
  /** The form field it belongs to; null for a file of the order itself. */
  fieldId: z.string().nullable(),
  filename: z.string(),
  /** /uploads/order-{orderId}/{filename} */
  filePath: z.string(),
  fileType: z.string(),
  /** In bytes. */
  fileSize: z.int(),
  /** The file name on the uploader's device. */
  displayName: z.string(),
  uploadedAt: z.string(),
  /** Always false: a listed file is stored for good. */
  isTemp: z.literal(false),
  tempFileName: z.null(),
})
export type Attachment = z.infer<typeof attachment>

/** A code as stored with an order; without an ID if it no longer counts toward the order. */
const appliedCode = discountCode
  .pick({ code: true, discountType: true, discountValue: true })
  .extend({ id: z.int().nullable() })

/** An order in a list. */
export const orderSummary = z.object({
  id: z.int(),
  /** The company's own order number, starting at 1001. */
  orderNumber: z.int(),
  ...made,
  status: z.enum(orderStatuses),
  customerId: z.int(),
  customerName: z.string(),
  customerEmail: z.string(),
  /** The names of its products. */
  items: z.string(),
  /** A decimal such as "1250.50". */
  total: z.string(),
  /** What is still to be paid, and the state of its money (docs/product.md, Payments). */
  due: z.string(),
  moneyState: z.enum(moneyStates),
  overdue: z.boolean(),
  /** How far its customer agreed to it. */
  agreement: z.enum(agreementStates),
  /** Its stage and since which day, the customer's day, ours, and whether it will be on time (docs/product.md, Making). */
  stageId: z.int().nullable(),
  stageSince: z.string().nullable(),
  neededBy: z.string().nullable(),
  promisedOn: z.string().nullable(),
  risk: z.enum(['late', 'atRisk']).nullable(),
  templateId: z.int(),
  /** The template's name when the order was taken. */
  itemType: z.string(),
  /** The first product's ID. */
  productId: z.int().nullable(),
  eventId: z.int().nullable(),
  event: z.object({ id: z.int(), name: z.string() }).nullable(),
  bookingId: z.int().nullable(),
  ...served,
  addressId: z.int().nullable(),
  discountCodeId: z.int().nullable(),
  discountCode: appliedCode.nullable(),
  shopifyOrderId: z.string().nullable(),
})
export type OrderSummary = z.infer<typeof orderSummary>

/** A line, an option that changes its price, or after all of them the discount and the tax. */
const priceLine = z.object({ label: z.string(), amount: z.string(), isOption: z.boolean().optional() })

/** One order with all its details. */
export const order = orderSummary.extend({
  /** Its number in the system it was imported from; null if it was taken here. */
  importedAs: z.string().nullable(),
  customerPhone: z.string().nullable(),
  customerAddress: z.string().nullable(),
  customerAddress2: z.string().nullable(),
  customerCity: z.string().nullable(),
  customerState: z.string().nullable(),
  customerZip: z.string().nullable(),
  /** The customer's current record. */
  customer: customer.pick({ firstName: true, lastName: true, email: true, phone: true }),
  /** The booking as it is now, with its time slot. */
  booking: historyBooking
    .pick({ attendeeName: true, timeSlot: true })
    .extend({ attendeeEmail: z.string().nullable() })
    .nullable(),
  timeSlot: z
    .object({
      id: z.int(),
      slotDate: z.string(),
      startTime: z.string(),
      endTime: z.string(),
      /** The abbreviation of its event's zone then. */
      zone: z.string(),
    })
    .nullable(),
  /** The template with the fields this order was made with; other fields it has answers or files for are archived. */
  template: z.object({
    id: z.int(),
    version: z.int(),
    /** The template's newest version; greater than `version` if it has changed since. */
    newestVersion: z.int(),
    templateName: z.string(),
    itemType: z.string(),
    fields: z.array(templateField),
  }),
  formData: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** The rate of its tax in percent, null for none, the state it is paid to, and why the customer is exempt. */
  taxRate: z.number().nullable(),
  taxState: z.enum(usStateCodes).nullable(),
  taxExempt: z.string(),
  /** Its lines, with names and prices as they were taken. */
  products: z.array(
    z.object({
      id: z.int(),
      orderId: z.int(),
      /** Null for an amount under a label. */
      productId: z.int().nullable(),
      name: z.string(),
      sku: z.string(),
      /** Of one piece, without options; negative for a reduction. */
      basePrice: z.string(),
      quantity: z.int(),
      taxable: z.boolean(),
      options: z.array(
        z.object({
          customizationId: z.int(),
          optionId: z.int(),
          /** The customization's. */
          name: z.string(),
          option: z.string(),
          price: z.string(),
        }),
      ),
      /** The line's own form; null without one, as for the first line, whose form is the order's. */
      templateId: z.int().nullable(),
      templateVersion: z.int().nullable(),
      fields: z.array(templateField),
      formData: z.record(z.string(), z.union([z.string(), z.boolean()])),
      createdAt: made.createdAt,
    }),
  ),
  /** The order's discount code, as it was when applied. */
  discount: z.object({ code: z.string(), percent: z.int(), discountCodeId: z.int().nullable() }).nullable(),
  price: z.object({
    lines: z.array(priceLine),
    subtotal: z.string(),
    discount: z.string(),
    tax: z.string(),
    total: z.string(),
  }),
  attachments: z.array(attachment),
  money: orderMoney,
  notes: z.string(),
  version: z.int(),
})
export type Order = z.infer<typeof order>

/** An order of a list: with all its details unless only a summary was asked for. */
export const listedOrder = order.partial().extend(orderSummary.shape)

export const createdOrder = order.extend({ message: z.string() })

/** The result of a push: the operation, and the order's ID in Shopify. */
export const pushedOrder = operation.extend({ shopifyOrderId: z.string().nullable() })
export type PushedOrderAnswer = z.infer<typeof pushedOrder>

/** An order's state in Shopify. */
export const orderInShopify = z.object({
  shopifyOrderId: z.string().nullable(),
  /** Its name in Shopify, such as `#1009`; null if it was never stored. */
  shopifyName: z.string().nullable(),
  /** What Shopify doesn't know of the order's money; below zero if it counts more than the order holds. */
  untold: z.string(),
  /** What changed since Shopify was last updated: new items or prices require recreating the order. */
  changed: z.enum(['nothing', 'details', 'items']),
  /** The order's latest Shopify operation. */
  operation: operation.nullable(),
})
export type OrderInShopify = z.infer<typeof orderInShopify>

/** The response to applying a code: the order, and the code's current state. */
export const discountedOrder = order.extend({ discountCode: discountCode.nullable() })

/** An event's number of orders and their total, without canceled ones. */
export const eventOrders = z.object({ orders: z.int(), revenue: z.string() })

/** The sum of what orders owe, a decimal. */
export const dueOrders = z.object({ due: z.string() })

/** Changes whenever anything in the company's order lists does, so screens know when to reload them. */
export const ordersVersion = z.object({ version: z.string() })
export type OrdersVersion = z.infer<typeof ordersVersion>

/** A user's saved filter of the orders list. */
export const savedFilterInput = z.object({
  name: line(text.filterNameRequired, 100, text.filterNameTooLong),
  filter: whichOrders.omit({ customerId: true, bookingId: true, ids: true }),
})
export const savedFilter = savedFilterInput.extend({ id: z.int() })
export type SavedFilter = z.infer<typeof savedFilter>
