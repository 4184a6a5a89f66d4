import { centsToDecimal, shareOut } from '../money.ts'
import { type Answers, chosenOption, shownFields } from '../templates/rules.ts'
import type { TemplateField } from '../templates/schema.ts'
import { stateCodeOf, type UsState, usStateCodes, usStates } from '../us-states.ts'
import type { TaxRates } from './schema.ts'

/** A line of an order to be priced: a product, or an amount under a label. */
export interface PricedLine {
  name: string
  /** Of one piece; negative for a reduction, which is a line without a product. */
  unitPriceCents: number
  quantity: number
  taxable: boolean
  /** The options chosen for its customizations, with the price for one piece. */
  options: readonly { name: string; option: string; cents: number }[]
  /** Its order form, and the answers. */
  fields: readonly TemplateField[]
  answers: Readonly<Answers>
}

export interface PricedOrder {
  lines: readonly PricedLine[]
  /** The percentage when the code was applied; null without a code. */
  discount: { code: string; percent: number } | null
  /** In thousandths of a percent, 8875 for 8.875%; null without tax. */
  taxRate: number | null
}

/**
 * Returns what an order costs (docs/product.md, Prices): each line's price with its options and its form's modifiers,
 * times its quantity, minus the discount, plus tax. The discount is whole dollars off all lines but reductions, at most
 * the subtotal, and shared among them in turn. Tax is rounded half up per line, on what the discount leaves of it. All
 * amounts are in cents, none of the sums below zero.
 *
 * @returns `rows` to show, each with the cents it adds, the last of them `sums`, the discount and the tax, and `shares`,
 *   what each line has of these
 */
export function priceOrder({ lines, discount, taxRate }: PricedOrder) {
  const rowsOf = lines.map(rowsOfLine)
  const prices = rowsOf.map((rows) => sumOf(rows.map(({ cents }) => cents)))
  const subtotalCents = Math.max(0, sumOf(prices))
  const discounted = prices.map((cents, at) => (lines[at]!.unitPriceCents < 0 ? 0 : cents))
  const off = discount ? discountOn(Math.max(0, sumOf(discounted)), discount.percent) : 0
  const discountCents = Math.min(subtotalCents, off)
  const reductions = shareOut(discountCents, discounted)
  const isTaxed = taxRate !== null && subtotalCents > discountCents
  const taxes = prices.map((cents, at) =>
    isTaxed && lines[at]!.taxable ? percentOn(cents - reductions[at]!, taxRate) : 0,
  )
  const taxCents = Math.max(0, sumOf(taxes))
  const sums = [
    ...(discount ? [{ label: `${discount.code}, ${discount.percent}% off`, cents: -discountCents }] : []),
    ...(isTaxed ? [{ label: `Estimated tax (${percentOf(taxRate)})`, cents: taxCents }] : []),
  ]
  return {
    rows: [...rowsOf.flat(), ...sums],
    sums,
    shares: prices.map((cents, at) => ({ cents, discountCents: reductions[at]!, taxCents: taxes[at]! })),
    subtotalCents,
    discountCents,
    taxCents,
    totalCents: subtotalCents - discountCents + taxCents,
  }
}

/** A line's own price, then each option that changes it. */
function rowsOfLine({ name, unitPriceCents, quantity, options, fields, answers }: PricedLine) {
  const answered = shownFields(fields).flatMap((field) => {
    const chosen = chosenOption(field, answers[field.id])
    return chosen ? [{ name: field.label, option: chosen.name, cents: chosen.cents }] : []
  })
  return [
    { label: productLine([{ name, quantity }]), cents: unitPriceCents * quantity },
    ...[...options, ...answered]
      .filter(({ cents }) => cents !== 0)
      .map(({ name, option, cents }) => ({
        label: `${name}: ${option}`,
        cents: cents * quantity,
        isOption: true,
      })),
  ]
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0)

/** A percentage of an amount, rounded half up to whole dollars: 15% of 85550 cents → 12800. */
export function discountOn(subtotalCents: number, percent: number): number {
  return Math.min(subtotalCents, Math.floor((subtotalCents * percent + 5000) / 10_000) * 100)
}

/** A percentage of an amount in cents, such as tax, rounded half up. @param rate in thousandths of a percent */
export const percentOn = (cents: number, rate: number) => Math.floor((cents * rate + 50_000) / 100_000)

/** Why an order has no tax, as staff read it. */
const text = {
  /** @param state its name */
  noRate: (state: string) => `No tax: Settings has no rate for ${state}.`,
  noPlace: 'No tax: there’s no shipping address, and the event has no rate of its own.',
  exempt: (reason: string) => `Tax exempt: ${reason}`,
} as const

/** What decides on an order's tax. */
interface Taxable {
  /** Why the customer is exempt; empty if they are not. */
  exempt: string
  /** A rate of the order's event, in percent: its goods are handed over there. */
  event?: { taxRate?: number | null; taxState?: UsState | null } | null
  /** The state of the shipping address, by its name or code. */
  state?: string | null
  /** The company's, in percent. */
  rates: TaxRates
}

/**
 * Returns an order's tax, as it is kept with it (docs/product.md, Tax): none for an exempt customer, the event's own rate,
 * or else that of the state it is shipped to; without a rate, none, and a note for staff.
 *
 * @returns the rate in thousandths of a percent, and why there is none
 */
export function taxOf({ exempt, event, state, rates }: Taxable) {
  const none = { taxRate: null, taxState: null, taxExempt: exempt, note: exempt ? text.exempt(exempt) : null }
  if (exempt) return none
  const { taxRate = null, taxState = null } = event ?? {}
  if (taxRate !== null) return { ...none, taxRate: Math.round(taxRate * 1000), taxState }
  const code = state ? stateCodeOf(state) : null
  const known = usStateCodes.find((each) => each === code)
  const rate = known && rates[known]
  if (rate !== undefined) return { ...none, taxRate: Math.round(rate * 1000), taxState: known! }
  // A company without any rate leaves tax to its store.
  if (Object.keys(rates).length === 0) return none
  return { ...none, note: state ? text.noRate(known ? usStates[known] : state) : text.noPlace }
}

/** A rate in words: 8875 → `8.875%`, 6000 → `6%`. */
export const percentOf = (rate: number) => `${rate / 1000}%`

/** A price as the API has it, its amounts as decimals. */
export const inDecimals = (price: ReturnType<typeof priceOrder>) => ({
  lines: price.rows.map(({ cents, ...row }) => ({ ...row, amount: centsToDecimal(cents) })),
  subtotal: centsToDecimal(price.subtotalCents),
  discount: centsToDecimal(price.discountCents),
  tax: centsToDecimal(price.taxCents),
  total: centsToDecimal(price.totalCents),
})

/** Products in words, with their numbers of pieces from two on: `Aurelie gown, Lumen veil × 2`. */
export const productLine = (products: readonly { name: string; quantity: number }[]) =>
  products.map(({ name, quantity }) => (quantity === 1 ? name : `${name} × ${quantity}`)).join(', ')
