import { z } from 'zod'
import { addBookingInput } from '../bookings/schema.ts'
import { addressInput, customerInput, shippingInput } from '../customers/schema.ts'
import { wholeNumber } from '../endpoint.ts'
import { MAX_CENTS } from '../money.ts'
import { orderMessages } from '../orders/messages.ts'
import { orderStatuses } from '../orders/rules.ts'
import { orderInput } from '../orders/schema.ts'
import { oneLine, personLimits, personMessages } from '../person.ts'
import { productMessages } from '../products/messages.ts'
import { productInput } from '../products/schema.ts'
import { importMessages as text } from './messages.ts'
import type { ImportKind } from './rules.ts'

/** What a column of a file can become. */
interface ImportField {
  label: string
  /** Headings recognized besides the label, with commas between; case, spaces, hyphens and underscores are ignored. */
  headings?: string
  /** Joins several columns. Without it, the first column that isn't empty is used. */
  separator?: string
  /** Headings of columns that are joined with their heading before them. */
  labeled?: string
}

interface ImportFile {
  fields: Record<string, ImportField>
  /** Headings that mean another field, or none, in files that also have a column headed `sign`. */
  dialects?: { sign: string; means: Record<string, string | null> }[]
  /** A column must become one field of each group. */
  required: string[][]
  /** Fields that hold an amount. */
  amounts: string[]
  row: z.ZodType
}

const listed = (headings?: string) => headings?.split(', ') ?? []

/** Headings with the numbers from 1 to `last`. */
const numbered = (last: number, heading: (n: number) => string) =>
  Array.from({ length: last }, (_, at) => heading(at + 1)).join(', ')

/** A `Yes` or `No` cell in any case; an empty one counts as a missing column. */
const yesOrNo = (column: string, truthy: string[] = [], falsy: string[] = []) =>
  z
    .string()
    .trim()
    .transform((cell) => cell || undefined)
    .pipe(
      z
        .stringbool({ truthy: ['yes', ...truthy], falsy: ['no', ...falsy], error: text.yesOrNo(column) })
        .optional(),
    )
    .optional()

/** What a spreadsheet made of a number: `1.21E+10`, without its last digits; `#ERROR!` of `+1 212`; `####`. */
const lost = /^\s*(\+?\d([.,]\d+)?E\+?\d+|#[A-Z]+(\/[A-Z\d])?[!?]|#N\/A|#{3,})\s*$/i

/** Refuses a number whose digits a spreadsheet lost. */
const inFull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.refine((cell) => !lost.test(String(cell ?? '')), text.numberShortened)

/** An amount in cents; an empty cell is null. */
const optionalAmount = z.preprocess((cell) => cell || null, productInput.shape.basePrice.nullable())

/** The most products of an imported order. */
export const MAX_ITEMS = 200

/** A product by its price or its line's: `listCents` is the line before its discount, `soldCents` after it. */
const soldItem = z
  .object({
    item: productInput.shape.name,
    sku: inFull(productInput.shape.sku),
    price: optionalAmount,
    lineTotal: optionalAmount,
    discount: optionalAmount,
    quantity: wholeNumber(text.quantity).pipe(z.int().min(1, text.quantity).max(1000, text.quantity)),
  })
  .refine(({ price, lineTotal }) => price !== null || lineTotal !== null, {
    path: ['price'],
    error: productMessages.basePriceRequired,
  })
  .transform(({ price, lineTotal, discount, ...item }) => {
    const listCents = price === null ? (lineTotal ?? 0) : price * item.quantity
    const soldCents = Math.max(0, lineTotal ?? listCents - (discount ?? 0))
    return { ...item, price: price ?? Math.round(listCents / item.quantity), listCents, soldCents }
  })

/** An order of another system: what was bought and how far it got. It ships to a complete US address or to none. */
const soldOrder = z.object({
  number: inFull(z.string().overwrite(oneLine).min(1, text.numberRequired).max(50, text.numberTooLong)),
  /** In ISO 8601, or `yyyy-MM-dd HH:mm` in the company's zone. */
  orderedAt: z.string().regex(/^\d{4}-\d\d-\d\d(T[\d:.]+Z| \d\d:\d\d)$/, text.dateInvalid),
  customer: orderInput.shape.customerName,
  email: orderInput.shape.customerEmail,
  phone: inFull(orderInput.shape.customerPhone),
  currency: z.union([z.literal(''), z.stringbool({ truthy: ['usd'], falsy: [] })], text.dollarsOnly),
  cancelled: z.boolean(text.canceledInvalid),
  status: z.enum(orderStatuses),
  /** What its products cost together after discounts, in cents; null if the file doesn't say. */
  subtotal: optionalAmount,
  /** What they cost before discounts on the order, and those discounts, in cents; null if the file doesn't say. */
  grossSubtotal: optionalAmount,
  orderDiscount: optionalAmount,
  /** What was given back of that, in cents. */
  refunded: optionalAmount,
  notes: z.string().trim().max(5000, text.notesTooLong),
  address: shippingInput().optional(),
  items: z
    .array(soldItem)
    .min(1)
    .max(MAX_ITEMS, text.tooManyItems)
    .refine((items) => items.reduce((sum, { listCents }) => sum + listCents, 0) <= MAX_CENTS, {
      error: orderMessages.totalTooLarge,
      path: [0, 'price'],
    }),
})
export type SoldOrder = z.output<typeof soldOrder>

/** A guest's booking of another system. `start` is the venue's date and time, `yyyy-MM-dd HH:mm`. */
const keptBooking = z.object({
  name: addBookingInput.shape.attendeeName,
  email: addBookingInput.shape.attendeeEmail,
  phone: inFull(z.string().overwrite(oneLine).max(personLimits.phone, personMessages.phoneTooLong)),
  partySize: z.preprocess(
    (cell) => String(cell).trim() || 1,
    wholeNumber(text.partySizeInvalid).pipe(
      z.int().min(1, text.partySizeInvalid).max(1000, text.partySizeInvalid),
    ),
  ),
  start: z
    .string()
    .min(1, text.startRequired)
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, text.startInvalid),
  notes: addBookingInput.shape.notes,
})
export type KeptBooking = z.output<typeof keptBooking>

/**
 * The fields of each kind of file, in the order of their choices, with the headings that other systems write:
 * Shopify's customers (help.shopify.com/en/manual/customers/import-export-customers) and products
 * (help.shopify.com/en/manual/products/import-export/using-csv), Square's customer directory
 * (squareup.com/help/us/en/article/6632) and item library (squareup.com/help/us/en/article/5153), and Shopify's orders
 * (help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders). The guests of appointments are read as
 * customers, or their appointments as bookings, as Calendly (help.calendly.com, Export events, which names
 * no columns: those of public programs that read its exports), Acuity
 * (help.acuityscheduling.com/hc/en-us/articles/360023934112), and WooCommerce write them: its products (in
 * github.com/woocommerce/woocommerce, includes/export/class-wc-product-csv-exporter.php) and its list of customers
 * (src/Admin/API/Reports/Customers/Controller.php); its orders as the plugins write them that export them (wordpress.org:
 * woo-order-export-lite, order-import-export-for-woocommerce) and customers with addresses
 * (users-customers-import-export-for-wp-woocommerce). Decision 058.
 */
export const importFiles = {
  customers: {
    fields: {
      firstName: { label: 'First name', headings: 'Given name, Invitee First Name, Billing First Name' },
      lastName: {
        label: 'Last name',
        headings: 'Surname, Family name, Invitee Last Name, Billing Last Name',
      },
      fullName: {
        label: 'Full name',
        headings: 'Name, Customer, Customer name, Client, Client name, Invitee Name, Display name',
      },
      email: { label: 'Email', headings: 'Email address, Invitee Email, User Email, Billing Email' },
      phone: {
        label: 'Phone',
        headings:
          'Phone number, Mobile, Mobile phone, Cell phone, Telephone, Default Address Phone, ' +
          'Text Reminder Number, Billing Phone',
      },
      notes: {
        label: 'Notes',
        headings: 'Note, Memo, Comments',
        separator: '\n',
        labeled: 'Tags, Company, Company name, Default Address Company, Nickname, Birthday, Billing Company',
      },
      street: {
        label: 'Street',
        headings:
          'Address, Address 1, Address line 1, Street address, Street address 1, ' +
          'Default Address Address1, Billing Address 1',
      },
      street2: {
        label: 'Apartment or suite',
        headings:
          'Address 2, Address line 2, Street 2, Street address 2, Default Address Address2, ' +
          'Billing Address 2',
      },
      city: { label: 'City', headings: 'Town, Default Address City, Billing City' },
      state: {
        label: 'State',
        headings: 'Province Code, Default Address Province Code, Region, Billing State',
      },
      zip: {
        label: 'ZIP code',
        headings: 'ZIP, Postal code, Postcode, Default Address Zip, Billing Postcode',
      },
      country: {
        label: 'Country',
        headings: 'Country code, Default Address Country Code, Country / Region, Billing Country',
      },
      isArchived: { label: 'Archived' },
    },
    required: [['firstName', 'fullName'], ['lastName', 'fullName'], ['email']],
    amounts: [],
    row: customerInput.extend({
      phone: inFull(customerInput.shape.phone),
      isArchived: yesOrNo('Archived'),
      address: addressInput().optional(),
    }),
  },
  products: {
    fields: {
      name: { label: 'Name', headings: 'Title, Item name, Product, Product name' },
      variant: {
        label: 'Variant',
        headings: `${numbered(3, (n) => `Option${n} Value`)}, ${numbered(10, (n) => `Attribute ${n} value(s)`)}`,
        separator: ' / ',
      },
      variation: { label: 'Variation', headings: 'Variation name' },
      sku: { label: 'SKU', headings: 'Variant SKU, Item code, Style number' },
      basePrice: { label: 'Base price', headings: 'Price, Variant Price, Retail price, Regular price' },
      description: { label: 'Description', headings: 'Body (HTML)' },
      category: { label: 'Category', headings: 'Categories, Type, Product type, Reporting Category' },
      tags: { label: 'Tags', separator: ', ' },
      isActive: { label: 'Active', headings: 'Status' },
      isArchived: { label: 'Archived' },
      handle: { label: 'Shopify handle', headings: 'Handle, URL handle' },
      type: { label: 'WooCommerce type' },
      wooId: { label: 'WooCommerce ID' },
      parent: { label: 'WooCommerce parent' },
    },
    dialects: [
      {
        sign: 'Regular price',
        means: { Type: 'type', ID: 'wooId', Parent: 'parent', Published: 'isActive' },
      },
    ],
    required: [['name'], ['basePrice']],
    amounts: ['basePrice'],
    row: productInput
      .omit({ photoUrl: true, removePhoto: true })
      .extend({
        sku: inFull(productInput.shape.sku),
        // WooCommerce writes 1 for published, 0 for private, -1 for a draft, 2 for one to be reviewed.
        isActive: yesOrNo(
          'Active',
          ['true', 'active', '1'],
          ['false', 'draft', 'archived', 'unlisted', '0', '-1', '2'],
        ),
        isArchived: yesOrNo('Archived', ['y', 'true'], ['n', 'false']),
        tags: z.array(z.string().max(100, text.tagTooLong)).max(250, text.tooManyTags),
      })
      .transform(({ isArchived, ...product }) => (isArchived ? { ...product, isActive: false } : product)),
  },
  orders: {
    fields: {
      number: { label: 'Order number', headings: 'Name, Order, Order name, Order ID' },
      orderedAt: { label: 'Ordered', headings: 'Created at, Date, Order date' },
      customer: {
        label: 'Customer',
        headings: 'Customer name, Billing Name, Shipping Name, Full name, Full Name (Billing)',
      },
      firstName: {
        label: 'First name',
        headings: 'First Name (Billing), Billing First Name, First Name (Shipping), Shipping First Name',
      },
      lastName: {
        label: 'Last name',
        headings: 'Last Name (Billing), Billing Last Name, Last Name (Shipping), Shipping Last Name',
      },
      email: { label: 'Email', headings: 'Email address, Customer email, Email (Billing), Billing Email' },
      phone: { label: 'Phone', headings: 'Phone number, Billing Phone, Shipping Phone, Phone (Billing)' },
      item: { label: 'Product', headings: 'Lineitem name, Item, Product name, Item name' },
      sku: { label: 'SKU', headings: 'Lineitem sku, Item sku' },
      price: { label: 'Price', headings: 'Lineitem price, Unit price, Item Cost' },
      lineTotal: { label: 'Price of the line', headings: 'Item total' },
      discount: { label: 'Discount on the line', headings: 'Lineitem discount' },
      quantity: { label: 'Quantity', headings: 'Lineitem quantity, Qty, Item quantity' },
      lineItems: {
        label: 'WooCommerce line items',
        headings: numbered(100, (n) => `line_item_${n}`),
        separator: '\n',
      },
      subtotal: { label: 'Subtotal after discounts', headings: 'Subtotal' },
      grossSubtotal: {
        label: 'Subtotal before discounts',
        headings: 'Order Subtotal Amount, Order Subtotal',
      },
      orderDiscount: {
        label: 'Discounts on the order',
        headings: 'Cart Discount Amount, Discount total, Cart discount',
      },
      refunded: { label: 'Refunded amount', headings: 'Order Refund Amount' },
      currency: { label: 'Currency', headings: 'Order currency' },
      payment: { label: 'Payment status', headings: 'Financial Status, Order Status, Status' },
      fulfillment: { label: 'Fulfillment status', headings: 'Fulfillment Status' },
      cancelled: { label: 'Canceled', headings: 'Cancelled at, Canceled at' },
      street: {
        label: 'Street',
        headings: 'Shipping Address1, Address, Address 1&2 (Shipping), Address 1 (Shipping)',
      },
      street2: { label: 'Apartment or suite', headings: 'Shipping Address2, Address 2 (Shipping)' },
      city: { label: 'City', headings: 'Shipping City, City (Shipping)' },
      state: {
        label: 'State',
        headings: 'Shipping Province, Province, State Code (Shipping), Shipping State',
      },
      zip: { label: 'ZIP code', headings: 'ZIP, Shipping Zip, Postcode (Shipping), Shipping Postcode' },
      country: { label: 'Country', headings: 'Shipping Country, Country Code (Shipping)' },
      notes: {
        label: 'Notes',
        headings: 'Note, Customer Note',
        separator: '\n',
        labeled:
          'Total, Shipping, Taxes, Discount Code, Discount Amount, Shipping Method, ' +
          'Payment Method, Note Attributes, Tags, Order Total Amount, Order Shipping Amount, ' +
          'Order Total Tax Amount, Coupon Code, Shipping Method Title, Payment Method Title, ' +
          'Coupons Used, Order total, Shipping total, Tax total, Coupon items',
      },
    },
    dialects: [
      { sign: 'Order Number', means: { 'Order ID': null } },
      { sign: 'Item Cost', means: { Name: 'item' } },
    ],
    required: [
      ['number'],
      ['orderedAt'],
      ['customer', 'firstName'],
      ['email'],
      ['item', 'lineItems'],
      ['price', 'lineTotal', 'lineItems'],
    ],
    amounts: ['price', 'lineTotal', 'discount', 'subtotal', 'grossSubtotal', 'orderDiscount', 'refunded'],
    row: soldOrder,
  },
  bookings: {
    fields: {
      name: {
        label: 'Name',
        headings: 'Full name, Invitee Name, Guest, Guest name, Client, Client name, Customer',
      },
      firstName: { label: 'First name', headings: 'Given name, Invitee First Name' },
      lastName: { label: 'Last name', headings: 'Surname, Family name, Invitee Last Name' },
      email: { label: 'Email', headings: 'Email address, Invitee Email' },
      phone: {
        label: 'Phone',
        headings: 'Phone number, Mobile, Mobile phone, Cell phone, Text Reminder Number',
      },
      start: {
        label: 'Start time',
        headings: 'Start Date & Time, Start, Time, Date and time, Date & Time, Appointment time',
      },
      date: { label: 'Date', headings: 'Start date, Appointment date, Day' },
      partySize: {
        label: 'Party size',
        headings: 'Guests, Party, Number of guests, Number of people, People',
      },
      notes: {
        label: 'Notes',
        headings: 'Note, Memo, Comments, Meeting Notes',
        separator: '\n',
        labeled: numbered(10, (n) => `Question ${n}, Response ${n}`),
      },
      canceled: { label: 'Canceled', headings: 'Cancelled, Status' },
    },
    required: [['name', 'firstName'], ['email'], ['start']],
    amounts: [],
    row: keptBooking,
  },
} as const satisfies Record<ImportKind, ImportFile>

/** The fields of a kind by their keys. */
export const importFields = (kind: ImportKind): Record<string, ImportField> => importFiles[kind].fields

const normalize = (heading: string) => heading.toLowerCase().replace(/[\s_-]+/g, '')

/** The field that each heading names beside the others, or null. */
export function recognize(kind: ImportKind, headings: readonly string[]): (string | null)[] {
  const { fields, dialects = [] }: ImportFile = importFiles[kind]
  const found = headings.map(normalize)
  const means = new Map<string, string | null>()
  for (const [field, { label, headings, labeled }] of Object.entries(fields).toReversed())
    for (const known of [label, ...listed(headings), ...listed(labeled)]) means.set(normalize(known), field)
  for (const { sign, means: others } of dialects)
    if (found.includes(normalize(sign)))
      for (const [heading, field] of Object.entries(others)) means.set(normalize(heading), field)
  return found.map((heading) => means.get(heading) ?? null)
}

/** Whether a joined column is written with its heading: those that aren't named for the field itself. */
export function isLabeled({ label, headings, labeled }: ImportField, heading: string): boolean {
  return (
    labeled !== undefined &&
    ![label, ...listed(headings)].some((own) => normalize(own) === normalize(heading))
  )
}

/** The column with a joined column's heading, as Calendly's question before its answer; -1 if there is none. */
export function questionAt(headings: readonly string[], heading: string): number {
  const [, n] = /^response (\d+)$/i.exec(heading) ?? []
  return n ? headings.findIndex((other) => other.toLowerCase() === `question ${n}`) : -1
}

/** The labels of required fields that no column becomes. */
export function missingFields(kind: ImportKind, chosen: readonly (string | null)[]): string[] {
  return importFiles[kind].required.flatMap((group) =>
    group.some((field) => chosen.includes(field)) ? [] : [importFields(kind)[group[0]!]!.label],
  )
}
