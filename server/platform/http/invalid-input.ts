import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'

// Replaces the library's messages, which are not written for users, where a schema has none.
z.config({
  customError: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `There is no ${issue.keys.slice(0, 5).join(', ').slice(0, 200)} here.`
      : 'What was sent is not valid.',
})

/** How many fields an error names: no form has more, but a malicious body can have any number. */
const MAX_FIELDS = 100

/** Converts a schema's error: a message for each field, and the first one for the whole. */
function invalidInput(error: z.ZodError): AppError {
  const fields: Record<string, string> = {}
  for (const issue of error.issues.slice(0, MAX_FIELDS)) {
    const field = issue.path.join('.')
    if (field && !(field in fields)) fields[field] = issue.message
  }
  const message = error.issues[0]?.message ?? 'What was sent is not valid.'
  return new AppError('invalid', message, Object.keys(fields).length > 0 ? { fields } : {})
}

/** Parses a form post. @throws AppError invalid, with the message of every field */
export function parseForm<S extends z.ZodType>(schema: S, form: unknown): z.output<S> {
  const { data, error } = schema.safeParse(form ?? {})
  if (error) throw invalidInput(error)
  return data
}

/** Validates the inputs of `contract/api.ts` for Fastify. A malformed path parameter is a 404. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (input: unknown) => {
    const { data, error } = schema.safeParse(input ?? {})
    if (!error) return { value: data }
    if (httpPart === 'params')
      return { error: new AppError('not_found', 'There is nothing at this address.') }
    return { error: invalidInput(error) }
  }
}
