import { type Right, type Role, rights } from '@trunkshow/contract/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, makeUser } from '../test/factories.ts'

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

test.each([
  ['orders.edit', 'customers', 'products'],
  ['products.edit', 'products', 'customers'],
] as const)('a user without %s cannot import %s, but can import %s', async (right, denied, allowed) => {
  const admin = await makeCompany(app)
  const manager = await makeUser(app, admin.companyId, 'order management')
  const check = (kind: keyof typeof files, user = manager) =>
    user.call('POST', '/api/imports', { kind, csv: files[kind] })
  const { id } = (await check(denied, admin)).body
  restrictToAdmins(right)
  const stored = () => app.rows('SELECT * FROM imports WHERE company_id = $1', [admin.companyId])
  const before = await stored()
  for (const refused of [
    await check(denied),
    await manager.call('GET', `/api/imports/${id}`),
    await manager.call('POST', `/api/imports/${id}/start`),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await stored()).toEqual(before)

  const checked = await check(allowed)
  expect(checked.status).toBe(201)
  expect((await manager.call('GET', `/api/imports/${checked.body.id}`)).status).toBe(200)
  expect((await manager.call('POST', `/api/imports/${checked.body.id}/start`)).status).toBe(200)
})
