import { readOption } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { optionLabel } from '../templates/form/option-label.ts'

/** An answer as people read it; null where there is none. @param prices whether an option tells what it adds */
export function answerInWords(
  { type }: Pick<TemplateField, 'type'>,
  answer: string | boolean | undefined,
  prices = true,
): string | null {
  if (type === 'checkbox') return answer === true ? 'Yes' : 'No'
  if (typeof answer !== 'string' || !answer) return null
  if (type !== 'dropdown') return answer
  if (prices) return optionLabel(answer)
  const { name, cents } = readOption(answer)
  // An option that is nothing but a price.
  return cents !== 0 && name === answer ? 'Yes' : name
}
