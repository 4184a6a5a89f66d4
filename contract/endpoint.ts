import { z } from 'zod'
import { dateInvalid, isDate } from './dates.ts'
import { MAX_CENTS, moneyMessages, parseCents } from './money.ts'
import type { Right } from './permissions.ts'
import { asciiEmail, emailProblem, oneLine, personLimits, personMessages } from './person.ts'

/** Who may call: anyone, the holder of a signed link (`token`), any logged-in user, or one with one of these rights. */
export type Access = 'public' | 'token' | 'signed-in' | Right | readonly Right[]

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Keeps the JSON body as the raw text, for webhooks whose signature covers every byte. */
  rawBody?: true
  /** Optional images by field name; the body is then multipart. */
  images?: Record<string, { megabytes: number; widths: readonly number[] }>
  /** Optional files of other kinds: a part has the name of one of these fields, also with a number, as in `name_0`. */
  attachments?: { fields: readonly string[]; megabytes: number; maxFiles: number }
  /** The largest body, if one megabyte is too little. */
  bodyMegabytes?: number
  /** Keeps the JSON body, which `body` describes, in a file, unparsed: parsing it would hold up other requests. */
  storedBody?: true
  /** How long the answer may take, in seconds, where 15 are too few. */
  answerSeconds?: number
  /** Absent for 204, a success without a body. */
  output?: z.ZodType
  /** Status of a success; the default is 200, or 204 without output. */
  status?: 201
  /** Whether it may return 202 with the same output while the work continues. */
  mayReturnAccepted?: true
  /** Whether it answers a page of rows, with the headers of a list (docs/product.md, Lists): see `paged`. */
  isPaged?: true
}

/**
 * A whole number: a JSON number, or plain digits in a path, query or form. Anything else is rejected.
 *
 * @param invalid the message for any other value
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

/** Text on one line, which may be empty. */
export function shortText(most: number, tooLong: string) {
  return z.string().overwrite(oneLine).max(most, tooLong)
}
/** The same, with the message for an empty one. */
export function line(required: string, most: number, tooLong: string) {
  return z.string(required).overwrite(oneLine).min(1, required).max(most, tooLong)
}
/** A boolean: JSON true or false, or the same words in multipart (docs/product.md, Ids and numbers). */
export const flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])
/** Null for an empty or omitted value. */
export const orNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())

/**
 * An email address, in the form in which it is stored.
 *
 * @param invalid the message for any other value
 * @param missing the message for an empty one
 */
export const emailField = (invalid: string = personMessages.emailInvalid, missing = invalid) =>
  z
    .string(invalid)
    .overwrite(asciiEmail)
    .check(({ value, issues }) => {
      const message = emailProblem(value, value ? invalid : missing)
      if (message) issues.push({ code: 'custom', input: value, message })
    })
/** An email to look up, in any spelling. */
export const soughtEmail = z.string().overwrite(asciiEmail).max(personLimits.email)
/** A person's name in one field. Strangers are emailed with it, so it is no web address (docs/security.md). */
export const personName = line(
  personMessages.nameRequired,
  personLimits.name,
  personMessages.nameTooLong,
).refine((name) => !/:\/\/|\bwww\./i.test(name), personMessages.nameHasLink)
/** A phone number, which may be empty. */
export const phoneField = shortText(personLimits.phone, personMessages.phoneTooLong)

/** A row ID in JSON, a positive PostgreSQL integer. @param invalid the message for any other value */
export const jsonId = (invalid?: string) => z.int32(invalid).positive(invalid)
/** A row ID that may also come as text. */
export const idField = (invalid?: string) => wholeNumber(invalid).pipe(jsonId(invalid))
export const id = idField()
/** Parameters of paths that aren't IDs. */
const textParams = { token: z.string().max(200), idOrSlug: z.string().max(100) }
const schemaOf = (param: string) => (param in textParams ? textParams[param as keyof typeof textParams] : id)

type ParamsIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type Params<Names extends string> = z.ZodObject<
  { [Name in Names]: Name extends keyof typeof textParams ? z.ZodString : typeof id },
  z.core.$strict
>
type PathOf<Path extends string> = { path: Path } & ([ParamsIn<Path>] extends [never]
  ? unknown
  : { params: Params<ParamsIn<Path>> })

/** Makes endpoints of one method: `get('/api/events/:id', 'events.see', { output: event })`; see `textParams`. */
const endpointsOf =
  <const Method extends Endpoint['method']>(method: Method, fixed: Pick<Endpoint, 'status'> = {}) =>
  <
    const Path extends Endpoint['path'],
    const Granted extends Access,
    const Rest extends Omit<Endpoint, 'method' | 'path' | 'access' | 'params'> = Record<never, never>,
  >(
    path: Path,
    access: Granted,
    rest?: Rest,
  ) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
    const params = z.strictObject(Object.fromEntries(names.map((name) => [name, schemaOf(name)])))
    const endpoint = { method, path, access, ...(names.length > 0 && { params }), ...fixed, ...rest }
    return endpoint as { method: Method; access: Granted } & PathOf<Path> & Rest
  }
export const get = endpointsOf('GET')
export const post = endpointsOf('POST')
/** A POST that answers 201 with what it created. */
export const create = endpointsOf('POST', { status: 201 })
export const put = endpointsOf('PUT')
export const patch = endpointsOf('PATCH')
export const del = endpointsOf('DELETE')

/** The query of a paged list. */
export const page = z.strictObject({
  limit: wholeNumber().pipe(z.int().min(1).max(500)).default(100),
  cursor: z.string().max(200).optional(),
  /** With `false`, the answer need not say how many rows there are, which can take longer than the page. */
  count: z.stringbool().optional(),
})
/** A list of such rows by pages, with its filter. */
export const paged = <Filter extends z.ZodRawShape, Row extends z.ZodType>(
  filter: z.ZodObject<Filter>,
  row: Row,
) => ({ query: page.extend(filter.shape), output: z.array(row), isPaged: true as const })
/** When a row was created and last changed, ISO 8601 in UTC. */
export const timestamps = { createdAt: z.string(), updatedAt: z.string() }
/** A time zone's offsets, for `zones.ts`. */
export const zonePeriods = z.array(z.object({ from: z.int(), offset: z.int(), name: z.string() }))

/** The user who created a row; null if an import or Shopify did. */
export const made = { userId: z.int().nullable(), ...timestamps }

export const colleague = z.object({ id: z.int(), name: z.string() })
export type Colleague = z.infer<typeof colleague>
/** The colleague who serves a record; null for no one (docs/product.md, Who serves whom). */
export const served = { assignee: colleague.nullable() }

/** A filter's part for what is assigned to the caller. */
export const isMine = flag.optional()
/** The search text of a list. */
export const words = z.string().trim().max(200)
/** A day, `yyyy-MM-dd`. */
export const day = z.string().refine(isDate, dateInvalid)

/**
 * A list's filter as its screen's address has it: a number or a boolean may stand for text, a value that is wrong counts
 * as missing, and what no filter has is left out.
 */
export const searchOf = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [
        name,
        z
          .preprocess(asText, field as z.ZodType)
          .optional()
          .catch(undefined),
      ]),
    ),
  ) as unknown as z.ZodObject<{ [Name in keyof Shape]: z.ZodOptional<Exact<z.output<Shape[Name]>>> }>
/** Links to a screen give what it reads. */
type Exact<Value> = z.ZodType<Value, Value>
const asText = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

/**
 * One of a screen's first calls, answered with its document. The browser loads none of them (decision 040).
 *
 * @param name of the endpoint in `api`, whose calls read their filters from the screens
 */
export const firstCall = <const Name extends string, const Query extends object, const Params extends object>(
  name: Name,
  query?: Query,
  params?: Params,
) => ({ name, query, params })

/** A file of comma-separated values, sent as text/csv. */
export const csv = z.string()

/** An amount field: a number or text, parsed to cents. @param required the message for an empty one */
export function amountField(required: string) {
  return z
    .union([z.number(), z.string().trim()], required)
    .refine((amount) => amount !== '', { error: required, abort: true })
    .transform((amount, check) => {
      const cents = parseCents(amount)
      if (cents !== null && cents <= MAX_CENTS) return cents
      check.addIssue({
        code: 'custom',
        message: cents === null ? moneyMessages.invalid : moneyMessages.tooLarge,
      })
      return z.NEVER
    })
}
