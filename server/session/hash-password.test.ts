import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { describe, expect, test } from 'vitest'
import { companyEmails } from '../company/emails.ts'
import { startTestApp, unique } from '../test/app.ts'
import { makeCompany } from '../test/factories.ts'
import { readLinks } from '../test/mail/sent-mails.ts'
import { sessionEmails } from './emails.ts'
import { hashPassword } from './hash-password.ts'

const app = startTestApp()

/** What a user of these tests is known by. */
interface Known {
  username: string
  name: string
  email: string
  company: string
}

const makeKnown = (): Known => {
  const username = unique('Maya.')
  return { username, name: 'Maya Östlund', email: `${unique('hello')}@vale.test`, company: 'Maison Vale' }
}

async function register({ username, name, email, company }: Known) {
  const form = { username, name, email, password: 'the first one' }
  const { headers } = await app.call('POST', '/api/register', form)
  const cookie = String(headers['set-cookie']).split(';')[0]!
  await app.call('POST', '/api/company', { companyName: company }, { cookie })
  return cookie
}

/** Every form in which a user chooses a password: how it is prepared, and the field that gets the error. */
const forms: [string, field: string, open: (known: Known) => Promise<(password: string) => unknown>][] = [
  [
    'registering',
    'password',
    async ({ username, name, email }) =>
      (password) =>
        app.call('POST', '/api/register', { username, name, email, password }),
  ],
  [
    'accepting an invitation',
    'password',
    async ({ username, name, email, company }) => {
      const owner = await makeCompany(app)
      await owner.call('POST', '/api/company', { companyName: company })
      await owner.call('POST', '/api/company/users', { name, email })
      const [token] = await readLinks(app, companyEmails, '/invitation', email)
      return (password) => app.call('POST', `/api/invitations/${token}`, { username, name, password })
    },
  ],
  [
    'changing the password',
    'newPassword',
    async (known) => {
      const cookie = await register(known)
      return (newPassword) =>
        app.call('POST', '/api/user/password', { oldPassword: 'the first one', newPassword }, { cookie })
    },
  ],
  [
    'resetting the password',
    'password',
    async (known) => {
      await register(known)
      await app.call('POST', '/api/password/forgot', { email: known.email })
      const [token] = await readLinks(app, sessionEmails, '/reset-password', known.email)
      return (password) => app.call('POST', '/api/password/reset', { token, password })
    },
  ],
]

// The first of SecLists' most common passwords (https://github.com/danielmiessler/SecLists), and ways to write them.
const common = [
  '123456',
  'password',
  'qwerty',
  'Password1',
  'LETMEIN',
  ' iloveyou ',
  'ｐａｓｓｗｏｒｄ',
  'aaaaaa',
  '      ',
  'Trunkshow',
  '654321',
  '456789',
  'FEDCBA',
  '121212',
  'AbcAbc',
]
const own = ({ username, name, email, company }: Known) => [
  username,
  username.toUpperCase(),
  ` ${username} `,
  username.replace('.', ''),
  email,
  email.split('@')[0]!,
  name,
  name.replace(' ', ''),
  name.replace('Ö', 'o'),
  company,
  'maison-vale',
]

describe.each(forms)('%s', (form, field, open) => {
  test('refuses a common password and one that others know of the user, at its field, and takes another of 6', async () => {
    const known = makeKnown()
    const choose = await open(known)
    const wanted = [
      ...common.map((password) => [password, sessionMessages.passwordGuessable]),
      // Someone who registers has no company yet.
      ...own(known)
        .filter((text) => form !== 'registering' || !/maison/i.test(text))
        .map((password) => [password, sessionMessages.passwordIsYours]),
    ] as const
    for (const [password, message] of wanted)
      expect(await choose(password!), password).toMatchObject({
        status: 400,
        body: { code: 'invalid', message, fields: { [field]: message } },
      })
    expect(await choose('6 of u')).toMatchObject({ status: expect.toBeOneOf([200, 201, 204]) })
  })
})

test('a password from before this rule still logs in', async () => {
  const known = makeKnown()
  await register(known)
  await app.rows('UPDATE users SET password_hash = $2 WHERE username = $1', [
    known.username,
    await hashPassword('password'),
  ])
  const answer = await app.call('POST', '/api/login', { username: known.username, password: 'password' })
  expect(answer.status).toBe(200)
})
