import type { MutationMeta } from '@tanstack/react-query'
import { CallError, sentenceOf } from '../../api/call-error.ts'
import type { FailedCall } from '../../api/query-client.ts'
import { showToast } from './toast.ts'

/** What a toast says where the sentence itself stands at a field. */
const REVIEW_FIELDS = 'Review the highlighted fields.'

/** The toast of a call that failed. What a form says at one of its fields is not said again here. */
export function showFailure(error: Error, { failed, keepsForm }: MutationMeta) {
  if (!failed || (keepsForm && isOvertaken(error))) return
  const { title, describe, fallback }: FailedCall = typeof failed === 'string' ? { title: failed } : failed
  const sentence = sentenceOf(error, fallback)
  const told = keepsForm && isAtField(error, sentence) ? REVIEW_FIELDS : sentence
  showToast({ tone: 'bad', title, description: describe ? describe(told, error) : told })
}

/** Whether another person saved first: the form says who, or asks which value to keep where no call was made. */
export function isOvertaken(error: Error): boolean {
  if (!(error instanceof CallError)) return false
  return error.changedBy !== undefined || (error.code === 'changed' && error.status === undefined)
}

/** Whether the sentence of a refusal is about one of its fields. */
export function isAtField(error: Error | null, sentence: string): boolean {
  return error instanceof CallError && Object.values(error.fields).includes(sentence)
}

/** `Failed to update profile: …`, under the title Error. */
export function failedTo(what: string): FailedCall {
  return { title: 'Error', describe: (sentence) => `Failed to ${what}: ${sentence}` }
}
