import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { checkGuestAnswers, type GivenAnswer, questionField } from '@trunkshow/contract/bookings/rules.ts'
import type { BookSlotInput } from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { Context } from '../context.ts'
import type { UploadedFile } from '../platform/http/uploads.ts'
import { type EventFacts, factsOf, isVisibleTo } from './event-facts.ts'
import type { Attempt } from './take-spot.ts'

/** A guest's valid answers, and the version of the questions they answer. */
export interface CheckedAnswers extends EventFacts {
  phone: string | null
  /** Returns all answers in the order of the questions, with the names of these photos. */
  answersWith: (photos: readonly { field: string; filename: string }[]) => GivenAnswer[]
}

/**
 * Checks what a guest answered against the questions of the slot's event (docs/product.md, Questions).
 *
 * @returns null if the caller may not see the slot
 * @throws AppError changed, with the new questions, if the form showed others; invalid, with a sentence at each field
 */
export async function checkAnswersOf(
  ctx: Context,
  attempt: Attempt,
  input: BookSlotInput,
  photos: readonly UploadedFile[],
): Promise<CheckedAnswers | null> {
  const asked = await factsOf(ctx, attempt.slotId, () => false)
  if (!asked || !isVisibleTo(asked, attempt)) return null
  const { phoneQuestion, questions, questionsVersion } = asked
  const changed = input.questionsVersion !== undefined && input.questionsVersion !== questionsVersion
  const files = photos.map(({ field }) => field)
  const { phone, answers, fields } = checkGuestAnswers(asked, input, files)
  const wanted = questions.map(questionField)
  // The positions are those of the questions that were shown.
  for (const field of changed ? [] : files)
    if (!wanted.includes(field)) fields[field] = bookingMessages.photoNotAsked
  const [wrong] = Object.values(fields)
  const detail = wrong ? { fields } : {}
  if (changed) {
    const current = { phoneQuestion, questions, questionsVersion }
    throw new AppError('changed', bookingMessages.questionsChanged, { ...detail, current })
  }
  if (wrong) throw new AppError('invalid', wrong, detail)
  return {
    ...asked,
    phone,
    answersWith: (made) =>
      questions.flatMap((question, position) => {
        const { id, label, type } = question
        const photo = made.find(({ field }) => field === questionField(question, position))
        if (photo) return [{ id, label, type, answer: photo.filename }]
        return answers.find((answer) => answer.id === id) ?? []
      }),
  }
}
