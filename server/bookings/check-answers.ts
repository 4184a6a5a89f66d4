import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { checkGuestAnswers, type GivenAnswer, questionField } from '@trunkshow/contract/bookings/rules.ts'
import type { BookSlotInput } from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { UploadedFile } from '../platform/http/uploads.ts'
import type { EventFacts } from './event-facts.ts'

/**
 * Checks what a guest answered against an event's questions (docs/product.md, Questions).
 *
 * @returns the phone, the answers, and the refusal, if there is one: changed, with the new questions, if the form showed
 *   others; invalid, with a sentence at each field
 */
export function checkAnswers(event: EventFacts, input: BookSlotInput, photos: readonly UploadedFile[]) {
  const { phoneQuestion, questions, questionsVersion } = event
  const files = photos.map(({ field }) => field)
  const { phone, answers, fields } = checkGuestAnswers(event, input, files)
  const changed = (input.questionsVersion ?? questionsVersion) !== questionsVersion
  const wanted = questions.map(questionField)
  // The positions are those of the questions that were shown.
  for (const field of changed ? [] : files)
    if (!wanted.includes(field)) fields[field] = bookingMessages.photoNotAsked
  const [wrong] = Object.values(fields)
  const detail = wrong ? { fields } : {}
  const current = { phoneQuestion, questions, questionsVersion }
  return {
    phone,
    refusal: changed
      ? new AppError('changed', bookingMessages.questionsChanged, { ...detail, current })
      : wrong && new AppError('invalid', wrong, detail),
    /** Returns all answers in the order of the questions, with the names of these photos. */
    answersWith: (made: readonly { field: string; filename: string }[]): GivenAnswer[] =>
      questions.flatMap((question, position) => {
        const { id, label, type } = question
        const photo = made.find(({ field }) => field === questionField(question, position))
        if (photo) return [{ id, label, type, answer: photo.filename }]
        return answers.find((answer) => answer.id === id) ?? []
      }),
  }
}
