/** The largest price, in cents: 9,999,999.99. */
export const MAX_CENTS = 999_999_999

export const moneyMessages = {
  invalid: 'Enter an amount such as 1250 or 1250.50',
  tooLarge: 'Enter an amount below 10,000,000',
} as const

/** `1250.5`, `"$1,250.50"` → 125050 cents; null for anything else, including negatives (docs/product.md, Money). */
export function parseCents(amount: string | number): number | null {
  const text = String(amount)
    .trim()
    .replace(/^\$\s*/, '')
  if (!/^(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d{1,2})?$/.test(text)) return null
  const [dollars = '', cents = ''] = text.replaceAll(',', '').split('.')
  const value = Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
  return Number.isSafeInteger(value) ? value : null
}

/** The same with a minus before it: `−$50` → -5000 cents. */
export function parseSignedCents(amount: string | number): number | null {
  const [, minus, rest = ''] = /^\s*([-−–]?)(.*)$/s.exec(String(amount)) ?? []
  const cents = parseCents(rest)
  return cents && minus ? -cents : cents
}

/** How the amounts of a file are written. */
export interface AmountStyle {
  /** Whether `1.250` is 1250, as in files whose cells are separated by semicolons. */
  dotsGroup: boolean
  /** Whether `1.250` is 1.25. */
  dotsAreDecimal: boolean
  /** Whether `1,250` is 1.25. */
  commasAreDecimal: boolean
}

/** `"1.250,50"` and `"1250,50"` → `"1250.50"`, if a comma separates the cents; other text is unchanged. */
export function fromDecimalComma(amount: string, { dotsGroup, commasAreDecimal }: AmountStyle): string {
  const [, whole, cents] = /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(amount.trim()) ?? []
  if (!whole) return amount
  if (cents === undefined ? !dotsGroup : cents.length === 3 && !commasAreDecimal) return amount
  return whole.replaceAll('.', '') + (cents ? `.${cents}` : '')
}

/** Whether an amount was computed, and can only mean that its comma is before the cents: `"0,995"`, `"1079,9899"`. */
export const hasDecimalComma = (amount: string): boolean =>
  /^([\d.]+,\d{4,}|(0|\d{4,}|\d{1,3}(\.\d{3})+),\d{3})$/.test(amount.trim())

/** Whether an amount can only mean that its dot is before the cents: `"12.5"`, `"0.995"`, `"1079.9899"`. */
export const hasDecimalDot = (amount: string): boolean =>
  /^\$?\s*([\d,]+\.(\d{1,2}|\d{4,})|(0|[\d,]{4,})\.\d{3})$/.test(amount.trim())

/**
 * Rounds an amount that a spreadsheet computed to cents, half up, by its digits as they are written: `"103.4885"` →
 * `"103.49"`, `"1079.9899999998"` → `"1079.99"`, `"2.675"` → `"2.68"`. Other text is unchanged.
 *
 * @param dotsAreDecimal whether `"1.250"` is 1.25; without it, that may be 1250 and is unchanged
 */
export function roundToCents(amount: string, dotsAreDecimal: boolean): string {
  const [, dollars, cents, next] = /^\$?\s*(\d[\d,]*)\.(\d\d)(\d)\d*$/.exec(amount.trim()) ?? []
  if (!dollars || (!dotsAreDecimal && !hasDecimalDot(amount))) return amount
  const down = parseCents(`${dollars}.${cents}`)
  return down === null ? amount : centsToDecimal(down + (Number(next) >= 5 ? 1 : 0))
}

/**
 * Divides an amount by weights: up to each in turn, rounded down, so that the shares add up to it.
 *
 * @param cents zero if the weights add up to nothing
 */
export function shareOut(cents: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((sum, weight) => sum + weight, 0)
  let [soFar, given] = [0, 0]
  return weights.map((weight) => {
    soFar += weight
    const share = (sum === 0 ? 0 : Number((BigInt(cents) * BigInt(soFar)) / BigInt(sum))) - given
    given += share
    return share
  })
}

/** `"-10.50"` → -1050: an amount of a response. */
export const centsOf = (decimal: string): number => Math.round(Number(decimal) * 100)

/** 125050 → `"1250.50"`: amounts in responses and files (docs/product.md, Money). */
export function centsToDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.abs(cents)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/** `"$1,250.5"` → `"1250.50"`: a typed amount, for a request; other text is unchanged. */
export function typedToDecimal(typed: string): string {
  const cents = parseCents(typed)
  return cents === null ? typed : centsToDecimal(cents)
}

/** `"-1250.50"` → `−$1,250.50`, for display, with a true minus sign. */
export function formatMoney(decimal: string): string {
  const [dollars = '0', cents = '00'] = decimal.replace('-', '').split('.')
  return `${decimal.startsWith('-') ? '−' : ''}$${dollars.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`
}
