import type { AgreementState } from '../orders/rules.ts'

/** The longest path of a signature, in characters. */
export const MAX_DRAWING = 20_000

/** The states of an agreement, as staff read them, with their tone. */
export const agreementWords: Record<
  AgreementState,
  [words: string, tone: 'plain' | 'warn' | 'good' | 'bad']
> = {
  notSent: ['Not sent', 'plain'],
  sent: ['Sent', 'warn'],
  seen: ['Opened', 'warn'],
  changeAsked: ['Change asked', 'bad'],
  approved: ['Approved', 'good'],
  declined: ['Declined', 'bad'],
  expired: ['Expired', 'plain'],
  changed: ['Changed since', 'warn'],
}
