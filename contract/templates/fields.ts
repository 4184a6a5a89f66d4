import { formatDate } from '../dates.ts'
import { centsToDecimal, formatMoney } from '../money.ts'
import { type Answer, readOption, shownFields } from './rules.ts'
import type { TemplateField } from './schema.ts'

/** The given answers to the fields that a form shows, in words. @param prices whether to include those of options */
export const answersInWords = (
  fields: readonly TemplateField[],
  answers: Readonly<Record<string, Answer>>,
  prices = true,
) =>
  shownFields(fields).flatMap((field) => {
    const value = answers[field.id] && formatAnswer(field, answers[field.id], prices)
    return value ? [{ label: field.label, value }] : []
  })

/** Formats an answer for display; null for none. @param prices whether to include an option's price */
export function formatAnswer(
  { type }: Pick<TemplateField, 'type'>,
  answer: string | boolean | undefined,
  prices = true,
): string | null {
  if (type === 'checkbox') return answer === true ? 'Yes' : 'No'
  if (typeof answer !== 'string' || !answer) return null
  if (type === 'date') return formatDate(answer)
  return type === 'dropdown' ? optionInWords(answer, prices) : answer
}

function optionInWords(option: string, prices: boolean): string {
  if (prices) return optionLabel(option)
  const { name, cents } = readOption(option)
  // The option has only a price.
  return cents !== 0 && name === option ? 'Yes' : name
}

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
