import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import { type Right, type Role, rights } from '@trunkshow/contract/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import { makeCompany, makeUser, type TestUser } from '../test/factories.ts'
import { checkImport } from './check-import.ts'

const app = startTestApp()

/**
 * Restricts a right to admins. Both rights belong to the same roles, so otherwise the test couldn't tell which one is
 * checked.
 */
const restrictToAdmins = (right: Right) =>
  vi.spyOn(rights as Record<Right, readonly Role[]>, right, 'get').mockReturnValue(['admin'])
afterEach(() => vi.restoreAllMocks())

const files = {
  customers: 'First name,Last name,Email\nAnn,Brandt,ann@b.test',
  products: 'Name,Base price\nCape,5',
}

/** Checks a file in this process, where the right is restricted. */
const check = (user: TestUser, role: Role, kind: keyof typeof files & ImportKind) => {
  const { id: userId, companyId, username, email } = user
  const actor = { userId, companyId, role, name: '', username, email, coHostOf: [] }
  return checkImport({ db: databaseOf(app.pool), actor }, { kind, fileName: '', csv: files[kind] })
}

test.each([
  ['orders.edit', 'customers', 'products'],
  ['products.edit', 'products', 'customers'],
] as const)('a user without %s cannot import %s, but can import %s', async (right, denied, allowed) => {
  const admin = await makeCompany(app)
  const role = 'order management'
  const manager = await makeUser(app, admin.companyId, role)
  const { id } = await check(admin, 'admin', denied)
  restrictToAdmins(right)
  const stored = () => app.rows('SELECT * FROM imports WHERE company_id = $1', [admin.companyId])
  const before = await stored()
  await expect(check(manager, role, denied)).rejects.toMatchObject({ code: 'forbidden' })
  for (const refused of [
    await manager.call('GET', `/api/imports/${id}`),
    await manager.call('POST', `/api/imports/${id}/start`),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await stored()).toEqual(before)

  const checked = await check(manager, role, allowed)
  expect((await manager.call('GET', `/api/imports/${checked.id}`)).status).toBe(200)
  expect((await manager.call('POST', `/api/imports/${checked.id}/start`)).status).toBe(200)
})
