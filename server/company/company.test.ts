import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { makeCompany, makeUser, type TestUser } from '../test/factories.ts'

const app = startTestApp()

const wrongAddress = 'Enter the address of your store, such as your-store.myshopify.com'
const details = {
  companyName: 'Maison Vale',
  companyAddress: '12 Mercer Street, New York',
  companyPhone: '212 555 0100',
  selectedStates: ['NY', 'NJ'],
}

describe('the company', () => {
  test('is null until it is saved, then holds what was typed and its owner’s address', async () => {
    const owner = await makeCompany(app)
    expect(await owner.call('GET', '/api/company')).toMatchObject({ status: 200, body: null })
    const saved = await owner.call('POST', '/api/company', {
      ...details,
      companyEmail: 'somebody@else.test',
      shopifyStoreUrl: ' https://Maison-Vale.myshopify.com/ ',
    })
    const expected = {
      id: owner.companyId,
      ...details,
      companyEmail: owner.email,
      selectedStates: ['NJ', 'NY'],
      taxRates: {},
      shopifyStoreUrl: 'maison-vale.myshopify.com',
      shopifyIntegrationEnabled: false,
      urlSlug: 'maison-vale',
      logoUrl: null,
      accentColor: null,
      showAddress: false,
      embedOrigins: [],
      deposit: '',
      balanceDue: 'never',
      userId: owner.id,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    }
    expect(saved).toMatchObject({ status: 201, body: expected })
    expect((await owner.call('GET', '/api/company')).body).toEqual(expected)
  })

  test('is saved for the first time once, then changed', async () => {
    const owner = await makeCompany(app)
    expect((await owner.call('PUT', '/api/company', details)).status).toBe(404)
    await owner.call('POST', '/api/company', details)
    expect((await owner.call('POST', '/api/company', details)).status).toBe(409)
    const changed = await owner.call('PUT', '/api/company', { ...details, companyName: 'Vale & Daughters' })
    expect(changed).toMatchObject({ status: 200, body: { companyName: 'Vale & Daughters' } })
  })

  test.each([
    [{ companyName: ' ' }, { companyName: 'Company name is required' }],
    [{ companyName: 'x'.repeat(201) }, { companyName: 'Company name must be 200 characters or less' }],
    [{ selectedStates: ['NY', 'ZZ'] }, { 'selectedStates.1': 'Choose from the 50 US states' }],
    [{ shopifyStoreUrl: 'vale.example.com' }, { shopifyStoreUrl: wrongAddress }],
    [{ shopifyStoreUrl: 'maison-vale.myshopify.com.evil.test' }, { shopifyStoreUrl: wrongAddress }],
    [{ companyPhone: '1'.repeat(51) }, { companyPhone: 'Phone must be 50 characters or less' }],
  ])('is refused with %j', async (changes, fields) => {
    const owner = await makeCompany(app)
    const answer = await owner.call('POST', '/api/company', { ...details, ...changes })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields } })
    expect((await owner.call('GET', '/api/company')).body).toBeNull()
  })

  test('keeps the address of its store until another is typed or it is left empty', async () => {
    const owner = await makeCompany(app)
    await owner.call('POST', '/api/company', { ...details, shopifyStoreUrl: 'maison-vale.myshopify.com' })
    const put = async (changes: object) =>
      (await owner.call('PUT', '/api/company', { ...details, ...changes })).body.shopifyStoreUrl
    expect(await put({})).toBe('maison-vale.myshopify.com')
    expect(await put({ shopifyStoreUrl: 'vale-too.myshopify.com' })).toBe('vale-too.myshopify.com')
    expect(await put({ shopifyStoreUrl: ' ' })).toBeNull()
  })

  test('shows the connected store, whose address changes only with its connection', async () => {
    const owner = await makeCompany(app)
    await owner.call('POST', '/api/company', details)
    await app.rows(
      `INSERT INTO shopify_stores (company_id, kind, address, token, enabled)
       VALUES ($1, 'token', 'maison-vale.myshopify.com', 'hidden', true)`,
      [owner.companyId],
    )
    const connected = { shopifyStoreUrl: 'maison-vale.myshopify.com', shopifyIntegrationEnabled: true }
    expect((await owner.call('GET', '/api/company')).body).toMatchObject(connected)
    for (const shopifyStoreUrl of ['', 'maison-vale.myshopify.com'])
      expect((await owner.call('PUT', '/api/company', { ...details, shopifyStoreUrl })).body).toMatchObject(
        connected,
      )
    const message =
      'maison-vale.myshopify.com is connected. To use another store, change it under Store platform integration.'
    const other = { ...details, companyName: 'Not this', shopifyStoreUrl: 'other.myshopify.com' }
    expect(await owner.call('PUT', '/api/company', other)).toMatchObject({
      status: 409,
      body: { message, fields: { shopifyStoreUrl: message } },
    })
    expect((await owner.call('GET', '/api/company')).body).toMatchObject({
      companyName: 'Maison Vale',
      ...connected,
    })
  })

  test('differs for each tenant', async () => {
    const [mine, other] = [await makeCompany(app), await makeCompany(app)]
    await mine.call('POST', '/api/company', details)
    expect((await other.call('GET', '/api/company')).body).toBeNull()
  })
})

describe('a user of the company', () => {
  /** Creates a saved company with its owner, a second admin and a read-only user. */
  async function makeTeam() {
    const owner = await makeCompany(app)
    await owner.call('POST', '/api/company', details)
    const admin = await makeUser(app, owner.companyId, 'admin')
    const viewer = await makeUser(app, owner.companyId, 'view only')
    const change = (id: number, body: object, by = owner) => by.call('PUT', `/api/company/users/${id}`, body)
    const remove = (id: number, by = owner) => by.call('DELETE', `/api/company/users/${id}`)
    return { owner, admin, viewer, change, remove }
  }

  test('is listed with role and state', async () => {
    const { owner, admin, viewer } = await makeTeam()
    const { body } = await owner.call('GET', '/api/company/users')
    const shown = ({ id, companyId, username, email }: TestUser) => ({
      id,
      companyId,
      username,
      email,
      invitedEmail: email,
      name: 'Test User',
      phone: '',
      invitedAt: null,
      acceptedAt: expect.any(String),
      invitedBy: null,
      isActive: true,
      state: 'active',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(body).toEqual([
      { ...shown(owner), role: 'admin', isOwner: true },
      { ...shown(admin), role: 'admin', isOwner: false },
      { ...shown(viewer), role: 'view only', isOwner: false },
    ])
  })

  test('gets a new role with the next request of an open session', async () => {
    const { admin, viewer, change } = await makeTeam()
    expect((await admin.call('GET', '/api/company/users')).status).toBe(200)
    expect(await change(admin.id, { role: 'view only' })).toMatchObject({
      status: 200,
      body: { role: 'view only' },
    })
    expect((await admin.call('GET', '/api/company/users')).status).toBe(403)
    await change(viewer.id, { role: 'admin' })
    expect((await viewer.call('GET', '/api/company/users')).status).toBe(200)
  })

  test('who is deactivated is logged out at once, and can be reactivated', async () => {
    const { viewer, change } = await makeTeam()
    expect((await change(viewer.id, { isActive: false })).body).toMatchObject({
      isActive: false,
      state: 'deactivated',
    })
    expect((await viewer.call('GET', '/api/user')).status).toBe(401)
    expect((await change(viewer.id, { isActive: true })).body).toMatchObject({ state: 'active' })
    expect((await viewer.call('GET', '/api/user')).status).toBe(401)
  })

  test('who is removed is logged out at once, and no longer listed', async () => {
    const { owner, viewer, remove, change } = await makeTeam()
    expect((await remove(viewer.id)).status).toBe(204)
    expect((await viewer.call('GET', '/api/user')).status).toBe(401)
    expect((await owner.call('GET', '/api/company/users')).text).not.toContain(viewer.email)
    expect((await remove(viewer.id)).status).toBe(404)
    expect((await change(viewer.id, { isActive: true })).status).toBe(404)
    const registered = await app.call('POST', '/api/register', {
      username: viewer.username,
      email: viewer.email,
      name: 'Back Again',
      password: 'secret 1',
    })
    expect(registered.status).toBe(201)
  })

  test('the owner keeps role and access, no matter who changes them', async () => {
    const { owner, admin, change, remove } = await makeTeam()
    const message = 'The company’s owner can’t be removed, deactivated, or given another role.'
    for (const by of [owner, admin]) {
      for (const answer of [
        await change(owner.id, { role: 'view only' }, by),
        await change(owner.id, { isActive: false }, by),
        await remove(owner.id, by),
      ]) {
        expect(answer).toMatchObject({ status: 409, body: { message } })
      }
    }
  })

  test('who is the last active admin stays one', async () => {
    const { owner, admin, change, remove } = await makeTeam()
    await app.rows('UPDATE users SET is_owner = false WHERE id = $1', [owner.id])
    await change(admin.id, { isActive: false })
    const message = 'This is the last active admin. Make another user an admin first.'
    for (const answer of [await change(owner.id, { role: 'view only' }), await remove(owner.id)]) {
      expect(answer).toMatchObject({ status: 409, body: { message } })
    }
  })

  test('is one of two admins who demote each other at the same moment: one stays', async () => {
    for (let round = 0; round < 10; round++) {
      const { owner, admin, change } = await makeTeam()
      await app.rows('UPDATE users SET is_owner = false WHERE id = $1', [owner.id])
      await Promise.all([
        change(admin.id, { role: 'view only' }, owner),
        change(owner.id, { role: 'view only' }, admin),
      ])
      const left = await app.rows(
        `SELECT id FROM users WHERE company_id = $1 AND is_active AND role = 'admin'`,
        [owner.companyId],
      )
      expect(left).toHaveLength(1)
    }
  })

  test('cannot be given more than a role, whatever the body holds', async () => {
    const { owner, viewer, change } = await makeTeam()
    const other = await makeCompany(app)
    const more = {
      companyId: other.companyId,
      isOwner: true,
      userId: other.id,
      inviteToken: 'x',
      email: 'x@y.test',
    }
    await change(viewer.id, { role: 'order management', ...more })
    await viewer.call('PUT', '/api/user/profile', { name: 'New Name', phone: '1', role: 'admin', ...more })
    expect(
      await app.rows('SELECT company_id, role, is_owner, email, name FROM users WHERE id = $1', [viewer.id]),
    ).toEqual([
      {
        company_id: owner.companyId,
        role: 'order management',
        is_owner: false,
        email: viewer.email,
        name: 'New Name',
      },
    ])
    expect((await viewer.call('GET', '/api/user')).body).toMatchObject({ role: 'order management' })
  })
})
