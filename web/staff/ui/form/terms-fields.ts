import { balanceTermWords } from '@trunkshow/contract/payments/fields.ts'
import { balanceTerms } from '@trunkshow/contract/payments/rules.ts'

export const balanceChoices = balanceTerms.map((value) => ({ value, label: balanceTermWords[value] }))
/** Below the label of a deposit's field. */
export const depositHint = 'A percentage such as 50% or an amount such as 500. Leave blank for none.'
