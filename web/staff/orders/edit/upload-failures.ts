import { CallError } from '../../api/call-error.ts'

/** A file chosen just now, and the field it answers; the empty text for one of the order itself. */
export interface ChosenFile {
  fieldId: string
  file: File
}

export function stopped() {
  const message = 'The upload was stopped, so nothing was saved. What you entered is kept.'
  return new CallError({ message, sentence: message })
}

/**
 * A refused file is told at its field, by its name, and not by the part of the form that carried it.
 *
 * @param parts by their names
 * @param answers what the answers are called in the call, before the field's id
 */
export function atTheirFields(
  error: CallError,
  parts: ReadonlyMap<string, ChosenFile>,
  answers: 'customFields' | 'formData',
): CallError {
  const fields = Object.entries(error.fields).map(([name, sentence]) => {
    const chosen = parts.get(name)
    if (!chosen) return [name, sentence]
    const { fieldId, file } = chosen
    return [fieldId ? `${answers}.${fieldId}` : 'attachments', `${file.name}: ${sentence}`]
  })
  return new CallError({ ...error, message: error.message, fields: Object.fromEntries(fields) })
}
