import { isDate } from '../dates.ts'
import { MAX_CENTS, parseCents } from '../money.ts'
import { answerMessages, templateMessages as text } from './messages.ts'
import type { TemplateField } from './schema.ts'

/** An answer: typed text, or whether a box is checked. Files of an attachment field are stored separately. */
export type Answer = string | boolean
export type Answers = Record<string, Answer>

/** Default labels of a new template's first field, and of further ones (docs/product.md, Fields). */
export const FIRST_FIELD = 'Item Description'
export const nextLabel = (fields: readonly TemplateField[]) => `Field ${fields.length + 1}`
export const copyName = (templateName: string) => `${templateName.slice(0, 193)} (Copy)`

/** One price modifier in an option's text: `(+$50)`, `(-$1,250.50)`. */
const modifier = /\(\s*([+\-−–])\s*\$\s*([\d,.]+)\s*\)/g

/**
 * Parses the price modifiers in an option (docs/product.md, Options and prices): `Gold (+$1,250.50)` → 125050 cents.
 * Several are added up; parentheses without a sign, a dollar sign and an amount below 10,000,000 stay part of the
 * name.
 *
 * @returns cents to add, negative for a reduction, and the option's name without its modifiers, unless nothing else
 *   remains
 */
export function readOption(option: string): { name: string; cents: number } {
  let cents = 0
  const name = option.replace(modifier, (whole, sign: string, amount: string) => {
    const parsed = parseCents(amount)
    if (parsed === null || parsed > MAX_CENTS) return whole
    cents += sign === '+' ? parsed : -parsed
    return ''
  })
  return { name: collapseSpaces(name) || collapseSpaces(option), cents }
}

/** The selected option and its price modifier; null for a field that doesn't affect the price. */
export function chosenOption({ type }: Pick<TemplateField, 'type'>, answer: Answer | undefined) {
  return type === 'dropdown' && typeof answer === 'string' ? readOption(answer) : null
}

const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The fields an order form shows, without hidden ones, in order. */
export const shownFields = <Field extends Pick<TemplateField, 'archived'>>(fields: readonly Field[]) =>
  fields.filter(({ archived }) => !archived)

/** Answers to fields the form no longer shows: the order keeps them, but they affect nothing. */
export function formerAnswers(
  fields: readonly Pick<TemplateField, 'id' | 'archived'>[],
  answers: Readonly<Answers>,
): Answers {
  const isShown = (id: string) => shownFields(fields).some((field) => field.id === id)
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !isShown(id)))
}

/**
 * Validates an order form's answers against its fields, on the screens and on the server. Answers without a shown
 * field and empty ones are dropped.
 *
 * @param filesOf returns the number of files for a field ID
 * @returns the answers to store, and a message for each invalid field, by ID
 */
export function checkAnswers(
  fields: readonly TemplateField[],
  answers: Readonly<Record<string, unknown>>,
  filesOf: (fieldId: string) => number,
): { answers: Answers; errors: Record<string, string> } {
  const kept: Answers = {}
  const errors: Record<string, string> = {}
  for (const field of shownFields(fields)) {
    const answer = readAnswer(field, answers[field.id])
    const problem = answer === null ? answerMessages.answerUnreadable : problemOf(field, answer, filesOf)
    if (problem) errors[field.id] = problem
    else if (answer) kept[field.id] = answer
  }
  return { answers: kept, errors }
}

/** The answer as stored, '' if empty; null if this type of field can't hold it. */
function readAnswer({ type }: TemplateField, answer: unknown): Answer | null {
  if (answer === undefined || answer === null || answer === false || type === 'attachment') return ''
  if (type === 'checkbox') return answer === true || answer === 'true' || (isUnticked(answer) ? false : null)
  if (typeof answer === 'number') return String(answer)
  return typeof answer === 'string' ? readText(answer) : null
}

/** A plain form sends lines with CRLF. NUL and unpaired surrogates can't be stored. */
const readText = (answer: string) =>
  answer
    .replace(/\r\n?/g, '\n')
    .replace(/[\0\p{Cs}]/gu, '')
    .trim()

const isUnticked = (answer: unknown) => answer === '' || answer === 'false'

export const MAX_ANSWER_CHARACTERS = 5000

function problemOf(
  { id, label, type, required, options }: TemplateField,
  answer: Answer,
  filesOf: (fieldId: string) => number,
): string | null {
  const isEmpty = type === 'attachment' ? filesOf(id) === 0 : !answer
  if (isEmpty) return required ? answerMessages.required(label) : null
  const written = String(answer)
  if (written.length > MAX_ANSWER_CHARACTERS) return answerMessages.answerTooLong(MAX_ANSWER_CHARACTERS)
  if (type === 'number' && !/^[+-]?(\d+(\.\d+)?|\.\d+)$/.test(written)) return answerMessages.notNumber
  if (type === 'date' && !isDate(written)) return answerMessages.answerUnreadable
  return type === 'dropdown' && !options.includes(written) ? answerMessages.notOption : null
}

type Use = { fieldsInUse: readonly string[] }
type Used = Pick<TemplateField, 'id' | 'label'>

/** What can be done with a template (docs/product.md, Changing a form in use): null if allowed, else the reason. */
export const templateCan = {
  delete: ({ inUse }: { inUse: boolean }) => (inUse ? text.inUseNotDeleted : null),
  archive: ({ archived }: { archived: boolean }) => (archived ? text.archivedAlready : null),
  restore: ({ archived }: { archived: boolean }) => (archived ? null : text.notArchived),
  /** A field used in orders is hidden instead. */
  deleteField: ({ fieldsInUse }: Use, { id, label }: Used) =>
    fieldsInUse.includes(id) ? text.fieldInUseNotDeleted(label) : null,
  changeFieldType: ({ fieldsInUse }: Use, { id, label }: Used) =>
    fieldsInUse.includes(id) ? text.fieldInUseType(label) : null,
}

/** Why a template's fields can't change so, or null: fields used in orders stay and keep their type. */
export function refuseFields(use: Use, before: readonly TemplateField[], after: readonly TemplateField[]) {
  const refusals = before.map((field) => {
    const now = after.find(({ id }) => id === field.id)
    if (!now) return templateCan.deleteField(use, field)
    return now.type === field.type ? null : templateCan.changeFieldType(use, field)
  })
  return refusals.find(Boolean) ?? null
}
