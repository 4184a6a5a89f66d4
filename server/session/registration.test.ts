import { describe, expect, test } from 'vitest'
import { signLink } from '../platform/http/tokens.ts'
import { startTestApp, type TestApp, unique } from '../test/app.ts'
import { whileUncommitted } from '../test/while-uncommitted.ts'

const account = () => {
  const username = unique('owner')
  return { username, email: `${username}@shop.test`, name: 'Helena Vale', password: 'a long password' }
}
const register = (app: TestApp) => app.call('POST', '/api/register', account())
const isOpen = async (app: TestApp) => (await app.call('GET', '/api/registration')).body

describe('where accounts are by invitation', () => {
  const app = startTestApp({ REGISTRATION: 'invite' })

  test('one of three simultaneous first users can register, and later only invited users can', async () => {
    expect(await isOpen(app)).toEqual({ open: true })
    // All three have found no users before any of them can write.
    const answers = await whileUncommitted(
      app,
      'LOCK TABLE companies IN SHARE MODE',
      [],
      () => Promise.all(Array.from({ length: 3 }, () => register(app))),
      3,
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(2)
    for (const { status, body } of refused) {
      expect(status).toBe(403)
      expect(body.message).toBe(
        'New accounts are by invitation only. Ask an admin of your company to invite you.',
      )
    }
    expect(await app.rows('SELECT id FROM users')).toHaveLength(1)
    expect(await app.rows('SELECT id FROM companies')).toHaveLength(1)
    expect(await isOpen(app)).toEqual({ open: false })
    expect((await register(app)).status).toBe(403)
    const [invited] = await app.rows<{ id: number }>(
      `INSERT INTO users (company_id, name, is_active, invited_email, invited_at, invite_sequence)
       SELECT id, 'Nora Lind', false, 'nora@lind.test', now(), 1 FROM companies RETURNING id`,
    )
    const { username, password } = account()
    const link = signLink(app.config, 'invitation', invited!.id, 1)
    const accepted = await app.call('POST', `/api/invitations/${link}`, {
      username,
      password,
      name: 'Nora Lind',
    })
    expect(accepted.status).toBe(201)
  })
})

describe('where anyone may register', () => {
  const app = startTestApp()

  test('one after the other makes an account', async () => {
    for (const _twice of [1, 2]) expect((await register(app)).status).toBe(201)
    expect(await isOpen(app)).toEqual({ open: true })
  })
})
