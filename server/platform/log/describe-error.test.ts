import pg from 'pg'
import { expect, test } from 'vitest'
import { describeError, hideAddresses, writeError } from './describe-error.ts'

const guest = 'Grace Okafor'
const email = 'grace.o’kafor+shows@mail.example.com'

/** An error as the driver makes it. */
function databaseError(fields: Partial<pg.DatabaseError> & { message: string }) {
  const { message, ...rest } = fields
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), rest)
}

function expectNobody(error: unknown) {
  for (const text of [JSON.stringify(describeError(error)), writeError(describeError(error))])
    for (const secret of [guest, email, 'mail.example.com']) expect(text).not.toContain(secret)
}

test('a statement that PostgreSQL rejects is named by its constraint, without the row', () => {
  const error = databaseError({
    message: 'duplicate key value violates unique constraint "users_email"',
    code: '23505',
    table: 'users',
    constraint: 'users_email',
    detail: `Key (lower(email))=(${email}) already exists.`,
    where: `unnamed portal parameter $1 = '${guest}'`,
  })
  expect(describeError(error)).toMatchObject({
    message: 'duplicate key value violates unique constraint "users_email"',
    code: '23505',
    table: 'users',
    constraint: 'users_email',
    stack: expect.stringMatching(/^ {4}at .*describe-error\.test\.ts/),
  })
  expectNobody(error)
})

test('a value that PostgreSQL cannot convert is left out', () => {
  const error = databaseError({
    message: `invalid input syntax for type integer: "${guest} "quoted" ${email}"`,
    code: '22P02',
  })
  expect(describeError(error).message).toBe('invalid input syntax for type integer: "…"')
  expectNobody(error)
})

test('a failed query is shown without its values, and with its cause', () => {
  const cause = databaseError({
    message: 'new row violates check constraint "a"',
    code: '23514',
    detail: `Failing row contains (${guest}).`,
  })
  const error = new Error(`Failed query: insert into bookings values ($1, $2)\nparams: ${guest},${email}`, {
    cause,
  })
  expect(describeError(error)).toMatchObject({
    message: 'Failed query: insert into bookings values ($1, $2)',
    cause: { code: '23514' },
  })
  expectNobody(error)
})

test('what a mail server or a JSON parser quotes is left out', () => {
  expectNobody(new Error(`Can't send mail: 450 4.2.1 <${email}> mailbox busy`))
  expect(hideAddresses(`450 4.2.1 <${email}>, try ${email}.`)).toBe('450 4.2.1 <[email]>, try [email].')
  const parse = () => JSON.parse(`{"name": ${guest}`)
  expect(parse).toThrow(SyntaxError)
  try {
    parse()
  } catch (error) {
    expectNobody(error)
  }
})

test('properties of an error, which may be anything, are not shown', () =>
  expectNobody(Object.assign(new Error('refused'), { rejected: [email], input: { name: guest } })))

test('paths with an at sign stay whole', () =>
  expect(hideAddresses('at /app/node_modules/@fastify/session/lib/fastifySession.js:1:2')).toContain(
    '/@fastify/session/lib',
  ))

test('causes that go in circles end', () => {
  const error = new Error('around')
  error.cause = error
  expect(writeError(describeError(error))).toMatch(/^Error: around\n/)
})
