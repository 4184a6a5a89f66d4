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
import type { ImportKind } from './rules.ts'

/** Texts of what a file has wrong, beside the fields, which screens load with the import alone. */
export const fileMessages = {
  strayQuote: (line: number) =>
    `Line ${line} has a quotation mark (") that’s out of place or never closed. Fix it, then choose the file again.`,
  rowTooLong: (line: number) =>
    `Line ${line} has more than 1,000,000 characters. A quotation mark (") may be missing there. Fix it, then choose the file again.`,
  headingsTooLong:
    'The first line of this file is too long for column names. Save it as a CSV file, then choose it again.',
  cellTooLong: 'A cell can have up to 50,000 characters',
  tooManyRows: 'This file has more than 100,000 rows. Split it into smaller files.',
  tooManyColumns:
    'This file has more than 200 columns. Delete the ones you don’t need, then choose it again.',
  unknownColumns: 'Choose a field from the list for each column.',
  tagTooLong: 'Tags can have up to 100 characters.',
  tooManyTags: 'A product can have up to 250 tags.',
  numberRequired: 'Order number is required',
  numberTooLong: 'Order numbers can have up to 50 characters',
  orderSplit: (number: string) =>
    `Order ${number} appears in more than one place. Sort the file by order number.`,
  dateInvalid: 'Enter a date that isn’t in the future, such as 2026-09-30 or 9/30/2026',
  canceledInvalid: 'Enter Yes, No or the date it was canceled',
  dollarsOnly: 'Only orders in US dollars can be imported',
  numberShortened:
    'A spreadsheet shortened this number. Enter it in full, or format its column as text and export the file again.',
  quantity: 'Enter a whole number from 1 to 1,000',
  tooManyItems: 'An order can have up to 200 products',
  notesTooLong: 'Notes must be 5,000 characters or less',
  yesOrNo: (column: string) => `${column} must be Yes or No`,
  startRequired: 'Start time is required',
  startInvalid: 'Enter a date and time, such as 11/2/2026 10:00 AM.',
  partySizeInvalid: 'Enter how many people are coming, 1 or more.',
  /** @param most the largest party of the event */
  partyTooLarge: (most: number): string =>
    most === 1
      ? 'Each booking of this event is for one person.'
      : `Each booking of this event is for up to ${most} people.`,
  /** @param at `10:15 AM on Nov 2, 2026` */
  noTimeSlot: (at: string) => `No time slot starts at ${at}.`,
  timeSlotHidden: (at: string) =>
    `The time slot at ${at} is hidden from guests. Show it under Availability, or enter another one.`,
} as const
const text = fileMessages

/** What a column of a file can become. */
interface ImportField {
  label: string
  /** Headings recognized besides the label; case, spaces, hyphens and underscores are ignored. */
  headings: string[]
  /** Joins several columns. Without it, the first column that isn't empty is used. */
  separator?: string
  /** Headings of columns that are joined with their heading before them, with commas between. */
  labeled?: string
}

interface ImportFile {
  fields: Record<string, ImportField>
  /** Headings that mean another field, or none, in files that also have a column headed `sign`. */
  dialects?: { sign: string; means: Record<string, string | null> }[]
  /** A column must become one field of each group. */
  required: string[][]
  amounts: string[]
  row: z.ZodType
}

const listed = (headings = '') => headings.split(/,\s+/).filter(Boolean)

/** Reads a table of fields: the key, the label, and headings of each, which may go on in the next line. */
const fieldsOf = (
  table: string,
  joined: Record<string, Partial<ImportField>> = {},
): Record<string, ImportField> =>
  Object.fromEntries(
    table
      .split(/\n(?=.*\w \| \w)/)
      .slice(1)
      .map((row) => {
        const [key = '', label = '', headings] = row.split('|').map((cell) => cell.trim())
        return [key, { label, headings: listed(headings), ...joined[key] }]
      }),
  )

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
 * The fields of each kind of file, in the order of their choices, with the headings that Shopify, Square, WooCommerce and
 * its export plugins, Calendly and Acuity write (decision 058). The guests of appointments are read as customers, or
 * their appointments as bookings.
 */
export const importFiles = {
  customers: {
    fields: fieldsOf(
      `
      firstName | First name | Given name, Invitee First Name, Billing First Name
      lastName | Last name | Surname, Family name, Invitee Last Name, Billing Last Name
      fullName | Full name | Name, Customer, Customer name, Client, Client name, Invitee Name, Display name
      email | Email | Email address, Invitee Email, User Email, Billing Email
      phone | Phone | Phone number, Mobile, Mobile phone, Cell phone, Telephone, Default Address Phone,
        Text Reminder Number, Billing Phone
      notes | Notes | Note, Memo, Comments
      tags | Tags | Tag, Labels
      taxExempt | Tax exempt |
      street | Street | Address, Address 1, Address line 1, Street address, Street address 1,
        Default Address Address1, Billing Address 1
      street2 | Apartment or suite | Address 2, Address line 2, Street 2, Street address 2,
        Default Address Address2, Billing Address 2
      city | City | Town, Default Address City, Billing City
      state | State | Province Code, Default Address Province Code, Region, Billing State
      zip | ZIP code | ZIP, Postal code, Postcode, Default Address Zip, Billing Postcode
      country | Country | Country code, Default Address Country Code, Country / Region, Billing Country
      isArchived | Archived |`,
      {
        notes: {
          separator: '\n',
          labeled: 'Company, Company name, Default Address Company, Nickname, Birthday, Billing Company',
        },
      },
    ),
    required: [['firstName', 'fullName'], ['lastName', 'fullName'], ['email']],
    amounts: [],
    row: customerInput.extend({
      phone: inFull(customerInput.shape.phone),
      /** Other systems write whether they are, not why. */
      taxExempt: z
        .string()
        .overwrite((cell) => (/^\s*(no|false|0)\s*$/i.test(cell) ? '' : cell))
        .pipe(customerInput.shape.taxExempt.unwrap()),
      isArchived: yesOrNo('Archived'),
      address: addressInput().optional(),
    }),
  },
  products: {
    fields: fieldsOf(
      `
      name | Name | Title, Item name, Product, Product name
      variant | Variant |
        ${numbered(3, (n) => `Option${n} Value`)}, ${numbered(10, (n) => `Attribute ${n} value(s)`)}
      variation | Variation | Variation name
      sku | SKU | Variant SKU, Item code, Style number
      basePrice | Base price | Price, Variant Price, Retail price, Regular price
      description | Description | Body (HTML)
      category | Category | Categories, Type, Product type, Reporting Category
      tags | Tags |
      isActive | Active | Status
      isArchived | Archived |
      handle | Shopify handle | Handle, URL handle
      type | WooCommerce type |
      wooId | WooCommerce ID |
      parent | WooCommerce parent |`,
      { variant: { separator: ' / ' }, tags: { separator: ', ' } },
    ),
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
    fields: fieldsOf(
      `
      number | Order number | Name, Order, Order name, Order ID
      orderedAt | Ordered | Created at, Date, Order date
      customer | Customer | Customer name, Billing Name, Shipping Name, Full name, Full Name (Billing)
      firstName | First name | First Name (Billing), Billing First Name, First Name (Shipping),
        Shipping First Name
      lastName | Last name | Last Name (Billing), Billing Last Name, Last Name (Shipping), Shipping Last Name
      email | Email | Email address, Customer email, Email (Billing), Billing Email
      phone | Phone | Phone number, Billing Phone, Shipping Phone, Phone (Billing)
      item | Product | Lineitem name, Item, Product name, Item name
      sku | SKU | Lineitem sku, Item sku
      price | Price | Lineitem price, Unit price, Item Cost
      lineTotal | Price of the line | Item total
      discount | Discount on the line | Lineitem discount
      quantity | Quantity | Lineitem quantity, Qty, Item quantity
      lineItems | WooCommerce line items | ${numbered(100, (n) => `line_item_${n}`)}
      subtotal | Subtotal after discounts | Subtotal
      grossSubtotal | Subtotal before discounts | Order Subtotal Amount, Order Subtotal
      orderDiscount | Discounts on the order | Cart Discount Amount, Discount total, Cart discount
      refunded | Refunded amount | Order Refund Amount
      currency | Currency | Order currency
      payment | Payment status | Financial Status, Order Status, Status
      fulfillment | Fulfillment status | Fulfillment Status
      cancelled | Canceled | Cancelled at, Canceled at
      street | Street | Shipping Address1, Address, Address 1&2 (Shipping), Address 1 (Shipping)
      street2 | Apartment or suite | Shipping Address2, Address 2 (Shipping)
      city | City | Shipping City, City (Shipping)
      state | State | Shipping Province, Province, State Code (Shipping), Shipping State
      zip | ZIP code | ZIP, Shipping Zip, Postcode (Shipping), Shipping Postcode
      country | Country | Shipping Country, Country Code (Shipping)
      notes | Notes | Note, Customer Note`,
      {
        lineItems: { separator: '\n' },
        notes: {
          separator: '\n',
          labeled: `Total, Shipping, Taxes, Discount Code, Discount Amount, Shipping Method, Payment Method,
            Note Attributes, Tags, Order Total Amount, Order Shipping Amount, Order Total Tax Amount, Coupon Code,
            Shipping Method Title, Payment Method Title, Coupons Used, Order total, Shipping total, Tax total,
            Coupon items`,
        },
      },
    ),
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
    fields: fieldsOf(
      `
      name | Name | Full name, Invitee Name, Guest, Guest name, Client, Client name, Customer
      firstName | First name | Given name, Invitee First Name
      lastName | Last name | Surname, Family name, Invitee Last Name
      email | Email | Email address, Invitee Email
      phone | Phone | Phone number, Mobile, Mobile phone, Cell phone, Text Reminder Number
      start | Start time | Start Date & Time, Start, Time, Date and time, Date & Time, Appointment time
      date | Date | Start date, Appointment date, Day
      partySize | Party size | Guests, Party, Number of guests, Number of people, People
      notes | Notes | Note, Memo, Comments, Meeting Notes
      canceled | Canceled | Cancelled, Status`,
      { notes: { separator: '\n', labeled: numbered(10, (n) => `Question ${n}, Response ${n}`) } },
    ),
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
    for (const known of [label, ...headings, ...listed(labeled)]) means.set(normalize(known), field)
  for (const { sign, means: others } of dialects)
    if (found.includes(normalize(sign)))
      for (const [heading, field] of Object.entries(others)) means.set(normalize(heading), field)
  return found.map((heading) => means.get(heading) ?? null)
}

/** Whether a joined column is written with its heading: those that aren't named for the field itself. */
export function isLabeled({ label, headings, labeled }: ImportField, heading: string): boolean {
  return labeled !== undefined && ![label, ...headings].some((own) => normalize(own) === normalize(heading))
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
