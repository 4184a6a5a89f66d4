import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { loginForm, loginInput, registerForm, registerInput } from './schema.ts'

const person = {
  username: 'vale.host',
  email: 'hello@vale.test',
  name: 'Maya Vale',
  password: 'secret',
  confirmPassword: 'secret',
}

/** Field to first message for what a schema rejects. */
function refusals(schema: z.ZodType, typed: unknown) {
  const fields: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(typed).error?.issues ?? [])
    fields[path.join('.')] ??= message
  return fields
}

describe('the Login tab', () => {
  test('takes a username or email and a password of 6 characters', () => {
    expect(refusals(loginForm, { username: 'vale', password: 'secret' })).toEqual({})
    expect(loginInput.parse({ username: ' hello@vale.test ', password: ' spaced ' })).toEqual({
      username: 'hello@vale.test',
      password: ' spaced ',
    })
  })

  test.each([
    [{}, { username: 'Username or email is required', password: 'Password must be at least 6 characters' }],
    [{ username: ' ', password: 'secret' }, { username: 'Username or email is required' }],
    [{ username: 'vale', password: '12345' }, { password: 'Password must be at least 6 characters' }],
    [{ username: 'vale', password: 123456 }, { password: 'Password must be at least 6 characters' }],
    [{ username: 'vale', password: 'x'.repeat(201) }, { password: 'Wrong username, email or password' }],
    [{ username: 'x'.repeat(321), password: 'secret' }, { username: 'Wrong username, email or password' }],
  ])('refuses %j', (typed, fields) => {
    expect(refusals(loginForm, typed)).toEqual(fields)
  })
})

describe('the Register tab', () => {
  test('sends everything but the confirmation', () => {
    expect(refusals(registerForm, person)).toEqual({})
    const { confirmPassword: _, ...sent } = person
    expect(registerInput.parse(person)).toEqual({ ...sent, shopName: '' })
  })

  test('refuses an empty form with a sentence at every field', () => {
    expect(refusals(registerForm, {})).toEqual({
      username: 'Username must be at least 3 characters',
      email: 'Invalid email address',
      name: 'Name is required',
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Confirm password is required',
    })
  })

  test.each([
    [{ username: 'ab' }, { username: 'Username must be at least 3 characters' }],
    [{ username: '  ab  ' }, { username: 'Username must be at least 3 characters' }],
    [{ username: 'x'.repeat(51) }, { username: 'Username must be 50 characters or less' }],
    [
      { username: 'maya vale' },
      { username: 'Username can only contain letters, numbers, dots, underscores, and hyphens' },
    ],
    [
      { username: 'maya@vale' },
      { username: 'Username can only contain letters, numbers, dots, underscores, and hyphens' },
    ],
    [{ email: 'maya' }, { email: 'Invalid email address' }],
    [{ email: 'maya@vale' }, { email: 'Invalid email address' }],
    [{ email: '' }, { email: 'Invalid email address' }],
    [{ name: '  ' }, { name: 'Name is required' }],
    [{ name: 'x'.repeat(101) }, { name: 'Name must be 100 characters or less' }],
    [
      { password: '12345', confirmPassword: '12345' },
      { password: 'Password must be at least 6 characters', confirmPassword: 'Confirm password is required' },
    ],
    [
      { password: 'x'.repeat(201), confirmPassword: 'x'.repeat(201) },
      { password: 'Password must be 200 characters or less' },
    ],
    [{ confirmPassword: '' }, { confirmPassword: 'Confirm password is required' }],
    [{ confirmPassword: 'secret2' }, { confirmPassword: 'Passwords do not match' }],
    [{ confirmPassword: 'Secret' }, { confirmPassword: 'Passwords do not match' }],
  ])('refuses %j', (typed, fields) => {
    expect(refusals(registerForm, { ...person, ...typed })).toEqual(fields)
  })

  test.each([['abc'], ['Maya.Vale'], ['maya_vale-2']])('takes the username %s', (username) => {
    expect(refusals(registerForm, { ...person, username })).toEqual({})
  })
})
