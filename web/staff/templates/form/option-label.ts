import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { readOption } from '@trunkshow/contract/templates/rules.ts'

/** An option's price for display: 25000 → `+$250.00`, -1000 → `−$10.00`, 0 → nothing. */
export function formatModifier(cents: number): string {
  if (cents === 0) return ''
  return `${cents < 0 ? '−' : '+'}${formatMoney(centsToDecimal(Math.abs(cents)))}`
}

/** An option with its price formatted: `Silk crêpe (+$250)` → `Silk crêpe (+$250.00)`. */
export function optionLabel(option: string): string {
  const { name, cents } = readOption(option)
  return cents === 0 || name === option ? option : `${name} (${formatModifier(cents)})`
}
