import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, makeUser } from '../../test/factories.ts'
import { databaseOf } from '../db/transaction.ts'
import { companyConfirmed } from './confirmed.ts'

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
