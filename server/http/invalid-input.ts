import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'

// Where a schema of the contract has no sentence of its own, the library's words are not for people.
z.config({
  customError: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `There is no ${issue.keys.slice(0, 5).join(', ').slice(0, 200)} here.`
      : 'What was sent is not valid.',
})

/** How many fields are named: a form has fewer, and what was never a form can have any number. */
const MAX_FIELDS = 100

/** What a schema refused, as the one error model: a sentence for each field, and the first of them over all. */
function invalidInput(error: z.ZodError): AppError {
  const fields: Record<string, string> = {}
  for (const issue of error.issues.slice(0, MAX_FIELDS)) {
    const field = issue.path.join('.')
    if (field && !(field in fields)) fields[field] = issue.message
  }
  const message = error.issues[0]?.message ?? 'What was sent is not valid.'
  return new AppError('invalid', message, Object.keys(fields).length > 0 ? { fields } : {})
}

/** Reads a plain form's fields. @throws AppError invalid, with the sentence of every field */
export function parseForm<S extends z.ZodType>(schema: S, form: unknown): z.output<S> {
  const { data, error } = schema.safeParse(form ?? {})
  if (error) throw invalidInput(error)
  return data
}

/** How Fastify checks the inputs of `contract/api.ts`. An address that cannot name anything is a 404. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (input: unknown) => {
    const { data, error } = schema.safeParse(input ?? {})
    if (!error) return { value: data }
    if (httpPart === 'params')
      return { error: new AppError('not_found', 'There is nothing at this address.') }
    return { error: invalidInput(error) }
  }
}
