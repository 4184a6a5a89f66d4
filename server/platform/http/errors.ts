import { validateHeaderValue } from 'node:http'
import { AppError, type ErrorCode, nothingHere } from '@trunkshow/contract/errors.ts'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
} from 'fastify'
import { z } from 'zod'
import { isUnstorable, toUnavailableError } from '../db/errors.ts'
import { toStorageError } from '../files/storage.ts'

/** Fastify's own errors, with our code and message. */
const knownRefusals: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as JSON or multipart form data.'],
  FST_CP_ERR_INVALID_CONTENT_ENCODING: ['unsupported_media_type', 'Send the body without compression.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'What was sent is too large.'],
  FST_FILES_LIMIT: ['too_large', 'Files cannot be sent here.'],
  FST_FIELDS_LIMIT: ['too_large', 'What was sent is too large.'],
  FST_PARTS_LIMIT: ['too_large', 'What was sent is too large.'],
}

/** The multipart parser's messages, which come without a code, for a body that ends early or has no boundary. */
const brokenMultipart =
  /^(Multipart: Boundary not found|(\w+ terminated early due to u|U)nexpected end of multipart data|The needle cannot .+)$/

/** Converts anything thrown to an AppError: a fault becomes a 500 without details. */
function toAppError(error: unknown, request: FastifyRequest): AppError {
  const storageError = toStorageError(error)
  if (storageError) {
    request.log.error({ err: (error as Error).cause ?? error }, 'files cannot be stored or read')
    return storageError
  }
  const cause = toUnavailableError(error)
  if (cause instanceof AppError) return cause
  const { code = '', statusCode = 500, message } = cause as FastifyError
  const known = knownRefusals[code]
  if (known) return new AppError(...known)
  if (isUnstorable(cause)) return new AppError('invalid', 'Some text has a character we can’t save.')
  if (statusCode < 500 || brokenMultipart.test(message))
    return new AppError('invalid', 'The request could not be read.')
  request.log.error({ err: (cause as Error).cause ?? cause }, 'unexpected error')
  return new AppError(
    'internal',
    `Something went wrong on our side. Please try again. (Request ${request.id})`,
  )
}

/** Removes headers that cannot be sent, since they would also block the error response. */
function removeInvalidHeaders(reply: FastifyReply) {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    try {
      validateHeaderValue(name, String(value))
    } catch {
      reply.removeHeader(name)
    }
  }
}

/** Sets Retry-After when the error knows how long to wait. */
export function setRetryAfter(reply: FastifyReply, { detail: { retryAfter } }: AppError) {
  if (retryAfter) reply.header('retry-after', String(Math.ceil(retryAfter)))
}

/** Handles every error of every route (docs/product.md, Errors). The API answers JSON; `page` renders pages. */
export function handleErrors(
  app: FastifyInstance,
  page: (error: AppError, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  const answer = async (error: AppError, request: FastifyRequest, reply: FastifyReply) => {
    removeInvalidHeaders(reply)
    // A file download that failed has already set these.
    reply.code(error.status).removeHeader('content-encoding').removeHeader('content-disposition')
    setRetryAfter(reply, error)
    const sendJson = () => reply.type('application/json').serializer(JSON.stringify).send(error.body)
    if (request.url.startsWith('/api/')) return sendJson()
    return page(error, request, reply).catch((fault) => {
      request.log.error({ err: fault }, 'the page of an error failed')
      return sendJson()
    })
  }
  app.setErrorHandler((error, request, reply) => answer(toAppError(error, request), request, reply))
  app.setNotFoundHandler((request, reply) => answer(nothingHere(), request, reply))
}

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
    if (httpPart === 'params') return { error: nothingHere() }
    return { error: invalidInput(error) }
  }
}
