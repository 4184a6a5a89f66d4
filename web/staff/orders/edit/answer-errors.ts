import type { FormErrors } from '@mantine/form'

/** `{ 'formData.a1': 'Enter a number' }` → `{ a1: 'Enter a number' }`. @param answers the path of the answers */
export function answerErrors(errors: FormErrors, answers: 'customFields' | 'formData') {
  const start = `${answers}.`
  const own = Object.entries(errors).filter(([path]) => path.startsWith(start))
  return Object.fromEntries(own.map(([path, error]) => [path.slice(start.length), String(error)]))
}
