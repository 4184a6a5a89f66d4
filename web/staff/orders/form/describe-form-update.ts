import { type Answers, readOption, shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { formatAnswer, formatModifier, optionLabel } from '../../templates/form/format-answer.ts'

/**
 * Describes how an order's answers change on a newer version of its form.
 *
 * @param filesOf number of a field's files
 * @returns the answers on the newer form, where options match by name and missing ones are cleared, and the changes in words
 */
export function describeFormUpdate(
  answers: Answers,
  from: readonly TemplateField[],
  to: readonly TemplateField[],
  filesOf: (fieldId: string) => number,
) {
  const [before, after] = [shownFields(from), shownFields(to)]
  const pairs = after.flatMap((field) => {
    const old = before.find(({ id }) => id === field.id)
    return old ? [{ old, field, answer: answers[field.id] }] : []
  })
  const moved = pairs.flatMap(({ field, answer }) => {
    if (field.type !== 'dropdown' || !answer || field.options.includes(String(answer))) return []
    return [[field.id, findSameName(field.options, String(answer)) ?? '']]
  })
  return {
    answers: { ...answers, ...Object.fromEntries(moved) },
    added: after
      .filter(({ id }) => !before.some((field) => field.id === id))
      .map(({ label, required }) => (required ? `${label} (required)` : label)),
    leaving: before
      .filter(({ id }) => !after.some((field) => field.id === id))
      .map((field) => `${field.label}: ${describeKeptAnswer(field, answers, filesOf(field.id))}`),
    changed: pairs.flatMap(({ old, field, answer }) => [
      ...(old.label === field.label ? [] : [`${old.label} is now called ${field.label}.`]),
      ...(old.required === field.required
        ? []
        : [`${field.label} is now ${field.required ? 'required' : 'optional'}.`]),
      ...(field.type === 'dropdown' ? changedOptions(old, field, answer) : []),
    ]),
  }
}

function describeKeptAnswer(field: TemplateField, answers: Answers, files: number) {
  if (field.type === 'attachment') return files === 1 ? '1 file' : `${files || 'no'} files`
  return formatAnswer(field, answers[field.id]) ?? 'no answer'
}

const nameOf = (option: string) => readOption(option).name
const findSameName = (options: readonly string[], option: string) =>
  options.find((other) => nameOf(other) === nameOf(option))

function changedOptions(old: TemplateField, { label, options }: TemplateField, answer: unknown) {
  const priceOf = (option: string) => formatModifier(readOption(option).cents) || 'no extra charge'
  return [
    ...old.options.flatMap((option) => {
      const now = findSameName(options, option)
      if (now === undefined) {
        const gone = `${label}: ${optionLabel(option)} is no longer an option.`
        return [option === answer ? `${gone} Select another one.` : gone]
      }
      const [was, is] = [priceOf(option), priceOf(now)]
      return was === is ? [] : [`${label}: ${nameOf(option)} changes from ${was} to ${is}.`]
    }),
    ...options
      .filter((option) => findSameName(old.options, option) === undefined)
      .map((option) => `${label}: ${optionLabel(option)} is a new option.`),
  ]
}
