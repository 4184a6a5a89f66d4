/** Formats `X-Total-Count`: `37` → `37 products`, `1` → `1 product`, `10000+` → `10,000+ products`. */
export function countOf(total: string, noun: string): string {
  const count = Number.parseInt(total, 10).toLocaleString('en-US') + (total.endsWith('+') ? '+' : '')
  return `${count} ${noun}${total === '1' ? '' : 's'}`
}
