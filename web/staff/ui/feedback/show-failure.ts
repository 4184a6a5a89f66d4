import type { MutationMeta } from '@tanstack/react-query'
import { CallError, sentenceOf } from '../../api/client.ts'
import type { FailedCall } from '../../api/query-client.ts'
import { showToast } from './toast.ts'

/** The toast's text if the message itself shows at a field. */
const REVIEW_FIELDS = 'Review the highlighted fields.'

/** Shows the toast of a failed call, without repeating messages that show at the form's fields. */
export function showFailure(error: Error, { failed, keepsForm }: MutationMeta) {
  if (!failed || (keepsForm && isEditConflict(error))) return
  const { title, describe, fallback }: FailedCall = typeof failed === 'string' ? { title: failed } : failed
  const sentence = sentenceOf(error, fallback)
  const text = keepsForm && isAtField(error, sentence) ? REVIEW_FIELDS : sentence
  showToast({ tone: 'bad', title, description: describe ? describe(text, error) : text })
}

/** Whether another user saved first; the form then shows who, or asks which value to keep. */
export function isEditConflict(error: Error): boolean {
  if (!(error instanceof CallError)) return false
  return error.changedBy !== undefined || (error.code === 'changed' && error.status === undefined)
}

/** Whether an error's message belongs to one of its fields. */
export function isAtField(error: Error | null, sentence: string): boolean {
  return error instanceof CallError && Object.values(error.fields).includes(sentence)
}

/** `Failed to update profile: …`, under the title Error. */
export function failedTo(what: string): FailedCall {
  return { title: 'Error', describe: (sentence) => `Failed to ${what}: ${sentence}` }
}
