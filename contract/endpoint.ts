import { z } from 'zod'
import { oneLine } from './one-line.ts'
import type { Right } from './permissions.ts'
import { personLimits, personMessages } from './person.ts'

/**
 * Who may call: anyone (`public`), the holder of a signed link (`token`), any signed-in user, or a user whose
 * role holds the right, or one of several. The field is required, so an endpoint without a decision does not
 * compile.
 */
export type Access = 'public' | 'token' | 'signed-in' | Right | readonly Right[]

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The body is JSON, and comes as the text it was sent as: for what is signed to the byte. */
  rawBody?: true
  /** Pictures that may come along, by field name; then the body is multipart. */
  images?: Record<string, { megabytes: number; widths: readonly number[] }>
  /** Files of other kinds that may come along: a part is one of these fields, or one of them with a number, `name_0`. */
  attachments?: { fields: readonly string[]; megabytes: number; most: number }
  /** How large a body may be, where one megabyte is too little. */
  bodyMegabytes?: number
  /** Absent where a success has no body: 204. */
  output?: z.ZodType
  /** Status of a success, 200 (204 without output) unless given. */
  status?: 201
  /** Whether it may answer 202, with the same output, for what goes on after the answer. */
  mayGoOn?: true
}

/** Keeps the literal types of a definition, which routes and callers are typed by. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/**
 * A whole number: a number in JSON; plain digits where all is text, in a path, a query or a form. Nothing else is
 * turned into one. @param invalid the sentence for anything else
 */
export const wholeNumber = (invalid?: string) =>
  z.union(
    [
      z.int(invalid),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ],
    invalid,
  )

/** An email address. @param invalid the sentence for anything else */
export const emailField = (invalid: string = personMessages.emailInvalid) =>
  z.string(invalid).trim().max(personLimits.email, invalid).pipe(z.email(invalid))
/** A person's name in one field. */
export const personName = z
  .string(personMessages.nameRequired)
  .overwrite(oneLine)
  .min(1, personMessages.nameRequired)
  .max(personLimits.name, personMessages.nameTooLong)

/** The id of a row, a PostgreSQL integer, in JSON. @param invalid the sentence for what can be none */
export const jsonId = (invalid?: string) => z.int32(invalid).positive(invalid)
/** The same where it may come as text. */
export const idField = (invalid?: string) => wholeNumber(invalid).pipe(jsonId(invalid))
export const id = idField()
export const byId = z.strictObject({ id })
export const byToken = z.strictObject({ token: z.string().max(200) })
export const page = z.strictObject({
  limit: wholeNumber().pipe(z.int().min(1).max(500)).default(100),
  cursor: z.string().max(200).optional(),
})
/** When a row was made and last changed, ISO 8601 in UTC. */
export const timestamps = { createdAt: z.string(), updatedAt: z.string() }
/** Of a row that a person made: who; null where an import or the store did. */
export const made = { userId: z.int().nullable(), ...timestamps }

/** Words to look for in a list. */
export const words = z.string().trim().max(200)

/** A file of comma-separated values, sent as text/csv. */
export const csv = z.string()
