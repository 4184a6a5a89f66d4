import { sentenceOf } from '../api/call-error.ts'
import { showToast } from './toast.ts'

/** The toast of a failed call, such as `Failed to update profile: …` (spec back-office §8). */
export function showFailure(failedTo: string, error: Error) {
  showToast({
    tone: 'bad',
    title: 'Error',
    description: `Failed to ${failedTo}: ${sentenceOf(error, error.message)}`,
  })
}
