import { expect, test } from 'vitest'
import { mailboxOf } from './outbox.ts'

const config = { appSecret: 'sixteen letters.' }
const same = (one: string, other: string) => mailboxOf(config, one) === mailboxOf(config, other)

test.each([
  ['grace@okafor.test', 'Grace@Okafor.TEST'],
  ['grace@okafor.test', 'grace+shows@okafor.test'],
  ['grace.okafor@gmail.com', 'GraceOkafor+shows@googlemail.com'],
])('%s and %s reach one mailbox', (one, other) => expect(same(one, other)).toBe(true))

test.each([
  ['grace@okafor.test', 'grace@okafor.example'],
  ['grace.okafor@mail.test', 'graceokafor@mail.test'],
  ['+1@mail.test', '+2@mail.test'],
])('%s and %s do not', (one, other) => expect(same(one, other)).toBe(false))

test('it does not reveal the address', () => {
  expect(mailboxOf(config, 'grace@okafor.test')).toMatch(/^[0-9a-f]{32}$/)
})
