/** Formats `X-Total-Count`: `37` → `37 products`, `1` → `1 product`, `10000+` → `10,000+ products`. */
export function countOf(total: string, noun: string): string {
  return `${groupDigits(total)} ${noun}${total === '1' ? '' : 's'}`
}

/** Formats `X-Total-Count` alone: `10000+` → `10,000+`. */
export function groupDigits(total: string): string {
  return Number.parseInt(total, 10).toLocaleString('en-US') + (total.endsWith('+') ? '+' : '')
}
