import { expect, test } from 'vitest'
import { startTestApp, unique } from '../../test/app.ts'
import { eventForm, makeCompany, makeEvent, makeUser } from '../../test/factories.ts'
import { whileUncommitted } from '../../test/while-uncommitted.ts'

const app = startTestApp()

/** A user with a confirmed email, an event, and another company. Their names contain the username. */
async function makeStage() {
  const owner = await makeCompany(app)
  const user = await makeUser(app, owner.companyId, 'view only')
  const event = await makeEvent(owner, { urlSlug: `show-${user.username}` })
  return { owner, user, event, other: await makeCompany(app) }
}

type Stage = Awaited<ReturnType<typeof makeStage>>

/** Lists what the tables have of a stage, with `~` for its username. */
async function listNames({ owner, user }: Stage) {
  const rows = await app.rows<{ name: string; companyId: number }>(
    `SELECT name, company_id AS "companyId" FROM (
       SELECT 'username ' || username AS name, company_id FROM names.usernames UNION ALL
       SELECT 'email ' || email, company_id FROM names.confirmed_emails UNION ALL
       SELECT 'slug ' || slug, company_id FROM names.event_slugs) AS names
     WHERE strpos(name, $1) > 0 ORDER BY name`,
    [user.username],
  )
  return rows.map(
    ({ name, companyId }) =>
      name.replace(user.username, '~') + (companyId === owner.companyId ? '' : ' of another company'),
  )
}

/** Assigns columns of the user or the event, with `:other` for the other company. */
const change = (table: 'user' | 'event', assignment: string) => (stage: Stage) =>
  app.rows(`UPDATE ${table}s SET ${assignment.replace(':other', `${stage.other.companyId}`)} WHERE id = $1`, [
    stage[table].id,
  ])

const [email, slug, username] = ['email ~@shop.test', 'slug show-~', 'username ~']
const UNCONFIRMED = 'email_confirmed_at = NULL'
const CONFIRMED = 'email_confirmed_at = now()'

test.each<[string, ((stage: Stage) => Promise<unknown>)[], string[]]>([
  ['a new user and event', [], [email, slug, username]],
  [
    'other columns that change',
    [change('user', `name = 'May'`), change('event', `name = 'May'`)],
    [email, slug, username],
  ],
  [
    'capitals that change',
    [
      change('user', 'username = upper(username), email = upper(email)'),
      change('event', 'url_slug = upper(url_slug)'),
    ],
    [email, slug, username],
  ],
  ['a changed username', [change('user', `username = 'Dr-' || username`)], [email, slug, 'username dr-~']],
  ['a changed email', [change('user', `email = 'New.' || email`)], ['email new.~@shop.test', slug, username]],
  ['an email that is removed', [change('user', 'email = NULL')], [slug, username]],
  ['an email that is no longer confirmed', [change('user', UNCONFIRMED)], [slug, username]],
  [
    'an unconfirmed email that is removed',
    [change('user', UNCONFIRMED), change('user', 'email = NULL')],
    [slug, username],
  ],
  [
    'an email that is confirmed again',
    [change('user', UNCONFIRMED), change('user', CONFIRMED)],
    [email, slug, username],
  ],
  [
    'the end of a user who typed the email of another',
    [
      ({ user, other }) =>
        app.rows(`INSERT INTO users (company_id, name, email, is_active) VALUES ($1, 'Liar', $2, false)`, [
          other.companyId,
          user.email,
        ]),
      ({ other }) => app.rows(`DELETE FROM users WHERE company_id = $1 AND name = 'Liar'`, [other.companyId]),
    ],
    [email, slug, username],
  ],
  [
    'a user and an event that move to another company',
    [change('user', 'company_id = :other'), change('event', 'company_id = :other')],
    [email, slug, username].map((name) => `${name} of another company`),
  ],
  [
    'a user who is removed',
    [({ owner, user }) => owner.call('DELETE', `/api/company/users/${user.id}`)],
    [slug],
  ],
  ['a user who is deleted', [({ user }) => app.rows('DELETE FROM users WHERE id = $1', [user.id])], [slug]],
  [
    'a changed slug',
    [
      ({ owner, user, event }) =>
        owner.call('PUT', `/api/events/${event.id}`, eventForm({ urlSlug: `gala-${user.username}` })),
    ],
    [email, 'slug gala-~', username],
  ],
  [
    'an event that is deleted',
    [({ owner, event }) => owner.call('DELETE', `/api/events/${event.id}`)],
    [email, username],
  ],
])('the tables of names follow %s', async (_, changes, after) => {
  const stage = await makeStage()
  for (const make of changes) await make(stage)
  expect(await listNames(stage)).toEqual(after)
})

const person = (changes: object) => ({
  username: unique('May'),
  email: `${unique('May')}@vale.test`,
  name: 'May Vale',
  password: 'nine blue lanterns',
  ...changes,
})

test.each([
  ['username', { username: unique('June') }],
  ['email', { email: `${unique('June')}@vale.test` }],
])('of two who register with one %s at the same time, one gets it', async (field, same) => {
  const register = () => app.call('POST', '/api/register', person(same))
  const answers = await whileUncommitted(
    app,
    'LOCK TABLE users IN SHARE MODE',
    [],
    () => Promise.all([register(), register()]),
    2,
  )
  const [winner, loser] = answers.sort((a, b) => a.status - b.status)
  expect(winner!.status).toBe(201)
  expect(loser).toMatchObject({
    status: 409,
    body: { code: 'taken', fields: { [field]: expect.any(String) } },
  })
})

test('of two companies that make events with one slug at the same time, one gets it', async () => {
  const hosts = [await makeCompany(app), await makeCompany(app)]
  const form = eventForm({ urlSlug: unique('show') })
  const answers = await whileUncommitted(
    app,
    'LOCK TABLE events IN SHARE MODE',
    [],
    () => Promise.all(hosts.map((host) => host.call('POST', '/api/events', form))),
    2,
  )
  const [winner, loser] = answers.sort((a, b) => a.status - b.status)
  expect(winner!.status).toBe(201)
  expect(loser).toMatchObject({
    status: 409,
    body: { code: 'taken', fields: { urlSlug: expect.any(String) } },
  })
})

test.each([
  ['users_username', `users WHERE lower(username) = 'maya'`],
  ['users_email', `users WHERE lower(email) = 'maya@vale.test'`],
  ['events_slug', `events WHERE lower(url_slug) = ANY ('{gala, show}')`],
  ['bookings_public_id_key', `bookings WHERE public_id = '1'`],
])('%s finds a row by its name alone', async (index, rows) => {
  const plan = JSON.stringify(await app.rows(`EXPLAIN SELECT id FROM ${rows}`))
  expect(plan).toMatch(new RegExp(`${index}\\b.*Index Cond`))
})
