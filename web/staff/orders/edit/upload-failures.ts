import { CallError } from '../../api/call-error.ts'

/** A newly selected file and its field's ID; an empty ID for a file of the order itself. */
export interface ChosenFile {
  fieldId: string
  file: File
}

export function stopped() {
  const message = 'The upload was stopped, so nothing was saved. What you entered is kept.'
  return new CallError({ message, sentence: message })
}

/**
 * Moves the error of a rejected file from its multipart part to its field, with the file's name. A changed total uses
 * the error's sentence instead of the number.
 *
 * @param parts by part name
 * @param answers the request's property with the answers
 */
export function moveErrorsToFields(
  error: CallError,
  parts: ReadonlyMap<string, ChosenFile>,
  answers: 'customFields' | 'formData',
): CallError {
  const fields = Object.entries(error.fields).map(([name, sentence]) => {
    if (name === 'total') return [name, error.sentence ?? sentence]
    const chosen = parts.get(name)
    if (!chosen) return [name, sentence]
    const { fieldId, file } = chosen
    return [fieldId ? `${answers}.${fieldId}` : 'attachments', `${file.name}: ${sentence}`]
  })
  return new CallError({ ...error, message: error.message, fields: Object.fromEntries(fields) })
}
