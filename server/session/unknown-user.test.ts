import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { makeCompany } from '../test/factories.ts'

// Test files share modules, so this file loads its own, which get the spy.
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return { ...argon2, verify: vi.fn(argon2.verify) }
})

const app = startTestApp()

/** Returns the algorithm and cost of a hash, as in `$argon2id$v=19$m=19456,t=2,p=1`. */
const costOf = (hash: string) => hash.split('$').slice(0, 4).join('$')

test('an unknown user costs one password check, at the same cost as a known one', async () => {
  const { id } = await makeCompany(app)
  const username = unique('known')
  await app.rows('UPDATE users SET username = $2 WHERE id = $1', [id, username])
  const costs: string[][] = []
  for (const name of [username, unique('nobody'), `${unique('nobody')}@mail.test`]) {
    vi.mocked(verify).mockClear()
    const { status } = await app.call('POST', '/api/login', { username: name, password: 'not the password' })
    expect(status).toBe(401)
    costs.push(vi.mocked(verify).mock.calls.map(([hash]) => costOf(String(hash))))
  }
  expect(costs[0]).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+$/)])
  expect(costs).toEqual([costs[0], costs[0], costs[0]])
})
