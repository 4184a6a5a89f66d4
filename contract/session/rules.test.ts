import { expect, test } from 'vitest'
import { proposeUsername } from './rules.ts'
import { registerInput } from './schema.ts'

test.each([
  ['anna.vale@mail.test', 'anna.vale'],
  [' Anna_Vale@mail.test ', 'Anna_Vale'],
  ['hello@maisonvale.test', 'maisonvale'],
  ['INFO@maison-vale.co.uk', 'maison-vale'],
  ['hello', 'hello'],
  ['anna+shop@mail.test', 'anna'],
  ["o'brien@mail.test", 'obrien'],
  ['zoë@mail.test', ''],
  ['al@mail.test', ''],
  ['info@ab.test', ''],
  ['', ''],
  [`${'x'.repeat(64)}@mail.test`, 'x'.repeat(50)],
])('%j proposes the username %j, which can be registered', (email, username) => {
  expect(proposeUsername(email)).toBe(username)
  if (username) expect(registerInput.shape.username.safeParse(username).success).toBe(true)
})
