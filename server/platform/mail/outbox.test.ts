import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, makeUser } from '../../test/factories.ts'
import { databaseOf } from '../db/transaction.ts'
import { companyConfirmed } from './confirmed.ts'
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

const app = startTestApp()

async function isConfirmed(companyId: number, smtpUrl: string | undefined) {
  const condition = companyConfirmed({ smtpUrl }, companyId)
  const { rows } = await databaseOf(app.pool).execute<{ confirmed: boolean }>(
    sql`SELECT ${condition} AS confirmed`,
  )
  return rows[0]!.confirmed
}

test('a company is confirmed once its owner is, or without a mail server', async () => {
  const owner = await makeCompany(app)
  await makeUser(app, owner.companyId, 'admin')
  expect(await isConfirmed(owner.companyId, 'smtp://mail.test')).toBe(true)
  await app.rows('UPDATE users SET email_confirmed_at = NULL WHERE id = $1', [owner.id])
  expect(await isConfirmed(owner.companyId, 'smtp://mail.test')).toBe(false)
  expect(await isConfirmed(owner.companyId, undefined)).toBe(true)
})
