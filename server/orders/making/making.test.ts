import { addDays } from '@trunkshow/contract/dates.ts'
import type { Board, Making } from '@trunkshow/contract/making/schema.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailWriters } from '../../email-writers.ts'
import { databaseOf } from '../../platform/db/transaction.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, makeForm, makeUser, type TestUser, takeOrder } from '../../test/factories.ts'
import { openMailbox } from '../../test/mail/mailbox.ts'
import { sendDue } from '../../test/mail/sent-mails.ts'
import { queueMornings } from './emails.ts'

const app = startTestApp({ SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'shows@shows.test' })

const stage = (name: string, days: number | null = null, tells = 'nobody') => ({ name, days, tells })
const plan = [
  stage('To order', 2),
  stage('In production', 30),
  stage('Fitting', 5, 'customer'),
  stage('Ready', 0),
]

async function saveMaking(user: TestUser, changes: Partial<Making> | object = {}) {
  const { body: now } = await user.call('GET', '/api/company/making')
  return user.call('PUT', '/api/company/making', { ...now, stages: plan, ...changes })
}

/** A company with stages, and its day by its own clock. */
async function makeShop(changes: object = {}) {
  const user = await makeCompany(app)
  const { status, body } = await saveMaking(user, changes)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const [row] = await app.rows<{ today: string }>(
    'SELECT wall_clock(now(), time_zone)::date::text AS today FROM companies WHERE id = $1',
    [user.companyId],
  )
  return { user, stages: (body as Making).stages, form: await makeForm(user), today: row!.today }
}

const move = (user: TestUser, id: number, body: object) => user.call('PATCH', `/api/orders/${id}/stage`, body)
const pay = (id: number, status = 'paid') =>
  app.rows('UPDATE orders SET status = $2 WHERE id = $1', [id, status])

describe('an order', () => {
  test('moves through the stages, by whom its history says', async () => {
    const { user, stages, form, today } = await makeShop()
    const order = await takeOrder(user, {}, form)
    const { status, body } = await move(user, order.id, { stageId: stages[1]!.id, from: null })
    expect([status, body.stageId, body.stageSince, body.version]).toEqual([
      200,
      stages[1]!.id,
      today,
      order.version,
    ])
    const { body: log } = await user.call('GET', `/api/orders/${order.id}/timeline`)
    expect(log[0]).toMatchObject({
      activity: 'order.stage',
      changes: [{ field: 'Stage', from: null, to: 'In production' }],
    })
  })

  test('that two people move at once is moved by one, and the other is told', async () => {
    const { user, stages, form } = await makeShop()
    const order = await takeOrder(user, {}, form)
    const colleague = await makeUser(app, user.companyId, 'admin')
    const answers = await Promise.all([
      move(user, order.id, { stageId: stages[0]!.id, from: null }),
      move(colleague, order.id, { stageId: stages[1]!.id, from: null }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    expect(lost!.body.fields.stageId).toMatch(/moved this order/)
    expect((await user.call('GET', `/api/orders/${order.id}`)).body.stageId).toBe(won!.body.stageId)
  })

  test('that is sent or canceled has no place on the board', async () => {
    const { user, stages, form } = await makeShop()
    for (const status of ['shipped', 'cancelled']) {
      const order = await takeOrder(user, {}, form)
      await pay(order.id, status)
      expect((await move(user, order.id, { stageId: stages[0]!.id })).status).toBe(409)
    }
  })

  test('isn’t moved to another company’s stage', async () => {
    const { user, form } = await makeShop()
    const other = await makeShop()
    const order = await takeOrder(user, {}, form)
    expect((await move(user, order.id, { stageId: other.stages[0]!.id })).status).toBe(409)
  })

  test.each([
    ['approval', 'hasn’t approved'],
    ['deposit', 'deposit isn’t paid'],
  ])('starts before the %s only with a reason, which its history keeps', async (startsAfter, words) => {
    const { user, stages, form } = await makeShop({ startsAfter })
    const order = await takeOrder(user, {}, form)
    const refused = await move(user, order.id, { stageId: stages[0]!.id })
    expect([refused.status, refused.body.fields.reason]).toEqual([400, expect.stringContaining(words)])
    expect((await move(user, order.id, { stageId: stages[0]!.id, reason: 'The mill closes' })).status).toBe(
      200,
    )
    expect((await move(user, order.id, { stageId: stages[1]!.id })).status).toBe(200)
    const { body: log } = await user.call('GET', `/api/orders/${order.id}/timeline`)
    expect(JSON.stringify(log)).toContain('The mill closes')
  })

  test('tells its customer once that it has come to a stage, however often it does', async () => {
    const { user, stages, form } = await makeShop()
    const customerEmail = `grace-${user.companyId}@okafor.test`
    const order = await takeOrder(user, { customerEmail }, form)
    const [, made, fitting] = stages
    for (const { id } of [fitting!, made!, fitting!]) await move(user, order.id, { stageId: id })
    const mailbox = await openMailbox()
    await sendDue(app, emailWriters, mailbox.url)
    await mailbox.close()
    expect(mailbox.to(customerEmail).map(({ subject }) => subject)).toEqual([
      'Your host: order #1001 is at “Fitting”',
    ])
  })
})

test('a colleague reads of the orders that are assigned to them when they come to a stage, and finds them by Mine', async () => {
  const { user, form } = await makeShop()
  const { body } = await saveMaking(user, { stages: [stage('Fitting', 5, 'assignee')] })
  const [fitting] = (body as Making).stages
  const [colleague, other] = [
    await makeUser(app, user.companyId, 'order management'),
    await makeUser(app, user.companyId, 'order management'),
  ]
  const orders = [await takeOrder(user, {}, form), await takeOrder(user, {}, form)]
  const [theirs, noOnes] = orders.map(({ id }) => id)
  await user.call('PATCH', `/api/orders/${theirs}/assignee`, { assigneeId: colleague.id })
  for (const id of [theirs, noOnes]) expect((await move(user, id, { stageId: fitting!.id })).status).toBe(200)
  const mailbox = await openMailbox()
  await sendDue(app, emailWriters, mailbox.url)
  await mailbox.close()
  const subjectsTo = async ({ id }: { id: number }) => {
    const [row] = await app.rows<{ email: string }>('SELECT email FROM users WHERE id = $1', [id])
    return mailbox.to(row!.email).map(({ subject }) => subject)
  }
  expect(await subjectsTo(colleague)).toEqual(['Order #1001 is at “Fitting”'])
  expect([await subjectsTo(other), await subjectsTo(user)]).toEqual([[], []])
  const board = async (user: TestUser, query: string) => {
    const { columns } = (await user.call('GET', `/api/making${query}`)).body as Board
    return columns.flatMap(({ count, orders }) => [count, ...orders.map(({ id }) => id)])
  }
  expect(await board(colleague, '?mine=true')).toEqual([0, 1, theirs])
  expect(await board(other, '?mine=true')).toEqual([0, 0])
  expect(await board(other, '')).toEqual([0, 2, theirs, noOnes])
})

describe('the list of orders', () => {
  test('finds those at risk, late, and paid but not started, as the rules say of each', async () => {
    const { user, stages, form, today } = await makeShop({ closed: [] })
    const [first, , , last] = stages
    const rows: { id: number; risk: string | null }[] = []
    for (const promised of [null, -1, 0, 4, 36, 37, 60])
      for (const needed of [null, -1, 36, 40])
        for (const stageId of [null, first!.id, last!.id]) {
          const promisedOn = promised === null ? '' : addDays(today, promised)
          const neededBy = needed === null ? '' : addDays(today, needed)
          const { id } = await takeOrder(user, { promisedOn, neededBy }, form)
          await app.rows('UPDATE orders SET stage_id = $2, stage_since = $3, status = $4 WHERE id = $1', [
            ...[id, stageId, stageId && today],
            rows.length % 5 === 0 ? 'shipped' : 'paid',
          ])
          rows.push((await user.call('GET', `/api/orders/${id}`)).body)
        }
    const found = async (making: string) => {
      const { body } = await user.call('GET', `/api/orders?fields=summary&limit=200&making=${making}`)
      return body.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)
    }
    for (const risk of ['late', 'atRisk']) {
      const expected = rows.flatMap((row) => (row.risk === risk ? [row.id] : []))
      expect(expected.length).toBeGreaterThan(5)
      expect(await found(risk)).toEqual(expected)
    }
    const closed = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(today, 10 + day))
    await saveMaking(user, { stages, closed })
    const now = await Promise.all(
      rows.map(async ({ id }) => (await user.call('GET', `/api/orders/${id}`)).body),
    )
    expect(await found('atRisk')).toEqual(now.flatMap((row) => (row.risk === 'atRisk' ? [row.id] : [])))
    const paid = now.flatMap((row) => (row.stageId === null && row.status === 'paid' ? [row.id] : []))
    expect(await found('notStarted')).toEqual(paid)
    const asked = [await takeOrder(user, {}, form), await takeOrder(user, {}, form)]
    const deposit = { kind: 'payment', amount: '100' }
    expect((await user.call('POST', `/api/orders/${asked[1].id}/entries`, deposit)).status).toBe(201)
    expect(await found('notStarted')).toEqual([...paid, asked[1].id])
  }, 120_000)

  test('comes by the day they are due, those without dates first', async () => {
    const { user, form, today } = await makeShop()
    const ids: number[] = []
    for (const days of [9, null, 3])
      ids.push((await takeOrder(user, { promisedOn: days ? addDays(today, days) : '' }, form)).id)
    const list = async (query: string) => {
      const answer = await user.call('GET', `/api/orders?fields=summary&sort=due&making=open&${query}`)
      return answer.body.map(({ id }: { id: number }) => id)
    }
    expect(await list('limit=50')).toEqual([ids[1], ids[2], ids[0]])
  })
})

describe('the stages', () => {
  test('that are removed ask where their orders go, and move them', async () => {
    const { user, stages, form } = await makeShop()
    const order = await takeOrder(user, {}, form)
    await move(user, order.id, { stageId: stages[1]!.id })
    const left = stages.filter((_, at) => at !== 1)
    const refused = await saveMaking(user, { stages: left })
    expect([refused.status, refused.body.fields.moves]).toEqual([
      400,
      expect.stringMatching(/where the orders/),
    ])
    const saved = await saveMaking(user, { stages: left, moves: { [stages[1]!.id]: stages[0]!.id } })
    expect(saved.body.stages.map(({ name }: { name: string }) => name)).toEqual([
      'To order',
      'Fitting',
      'Ready',
    ])
    expect((await user.call('GET', `/api/orders/${order.id}`)).body.stageId).toBe(stages[0]!.id)
  })

  test('are not saved over what someone else saved', async () => {
    const { user } = await makeShop()
    const { body: seen } = await user.call('GET', '/api/company/making')
    const save = (changes: object) => user.call('PUT', '/api/company/making', { ...seen, ...changes })
    expect((await save({ weeklyCapacity: 3 })).status).toBe(200)
    expect(await save({ startsAfter: 'deposit' })).toMatchObject({ status: 409, body: { code: 'changed' } })
  })

  test('of another company can’t be saved', async () => {
    const [mine, theirs] = [await makeShop(), await makeShop()]
    expect((await saveMaking(mine.user, { stages: theirs.stages })).status).toBe(409)
  })
})

test('the day to promise is in the first week with room, and never replaces a typed one', async () => {
  const { user, form } = await makeShop({ weeklyCapacity: 1 })
  const promise = async () => (await user.call('GET', '/api/company/making/promise')).body.promisedOn
  const first = await promise()
  const order = await takeOrder(user, { promisedOn: first }, form)
  expect((await promise()) > first).toBe(true)
  await saveMaking(user, { weeklyCapacity: null, closed: [first] })
  expect((await user.call('GET', `/api/orders/${order.id}`)).body.promisedOn).toBe(first)
})

describe('each morning', () => {
  const due = (companyId: number) =>
    app.rows<{ id: number; userId: number }>(
      `SELECT id, user_id AS "userId" FROM email_notifications WHERE company_id = $1 AND email_type = 'making_news' ORDER BY id`,
      [companyId],
    )
  const ctx = () => ({ config: app.config, db: databaseOf(app.pool) })
  /** Seven in the morning in New York, and a minute before. */
  const [seven, before] = [sql`'2027-01-05T12:00:00Z'::timestamptz`, sql`'2027-01-05T11:59:00Z'::timestamptz`]

  test('those who may edit orders get one email of what is late, at risk and not started', async () => {
    const { user, form, today } = await makeShop()
    await makeUser(app, user.companyId, 'order management')
    await makeUser(app, user.companyId, 'view only')
    await queueMornings(ctx(), seven)
    expect(await due(user.companyId)).toEqual([])
    const late = await takeOrder(user, { promisedOn: addDays(today, -9) }, form)
    await pay(late.id)
    await queueMornings(ctx(), before)
    expect(await due(user.companyId)).toEqual([])
    await Promise.all([queueMornings(ctx(), seven), queueMornings(ctx(), seven)])
    await queueMornings(ctx(), seven)
    expect(new Set((await due(user.companyId)).map(({ userId }) => userId)).size).toBe(2)
    expect(await due(user.companyId)).toHaveLength(2)
    const mailbox = await openMailbox()
    await sendDue(app, emailWriters, mailbox.url)
    await mailbox.close()
    const [owner] = await app.rows<{ email: string }>('SELECT email FROM users WHERE id = $1', [user.id])
    const [mail] = mailbox.to(owner!.email)
    expect(mail!.subject).toBe('Your orders: 1 late, 1 paid and not started')
    for (const words of ['1 late', '1 paid and not started', `Order #${late.orderNumber}, `])
      expect(mail!.text).toContain(words)
  })

  test('no one is told of a company that wants no email, or of one that makes nothing', async () => {
    const shops = [await makeShop({ mailsMornings: false }), await makeShop()]
    for (const [at, { user, form, today }] of shops.entries()) {
      const order = await takeOrder(user, { promisedOn: addDays(today, -9) }, form)
      await pay(order.id, at === 1 ? 'delivered' : 'paid')
    }
    await queueMornings(ctx(), seven)
    for (const { user } of shops) expect(await due(user.companyId)).toEqual([])
  })
})

test('whatever is edited, no paid order without a stage is missing among those not started, and no typed day moves', async () => {
  const { user, stages, form, today } = await makeShop({ weeklyCapacity: 1 })
  const order = await takeOrder(user, {}, form)
  const id = order.id
  type Step = { do: 'date' | 'stage' | 'status' | 'plan' | 'closed'; at: number }
  const step = fc.record({
    do: fc.constantFrom<Step['do']>('date', 'stage', 'status', 'plan', 'closed'),
    at: fc.nat(5),
  })
  let typed: string | null = null
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      for (const { do: what, at } of steps) {
        const { body: now } = await user.call('GET', `/api/orders/${id}`)
        if (what === 'date') {
          typed = at === 0 ? null : addDays(today, at * 20 - 30)
          const change = { version: now.version, promisedOn: typed ?? '' }
          expect((await user.call('PUT', `/api/orders/${id}`, change)).status).toBe(200)
        } else if (what === 'stage')
          await move(user, id, { stageId: stages[at]?.id ?? null, reason: 'They asked' })
        else if (what === 'status') await pay(id, at % 2 === 0 ? 'paid' : 'pending')
        else if (what === 'plan')
          await saveMaking(user, { stages: stages.map((one, place) => ({ ...one, days: place * at })) })
        else await saveMaking(user, { stages, closed: [addDays(today, at), addDays(today, 30 + at)] })
        const { body: after } = await user.call('GET', `/api/orders/${id}`)
        expect(after.promisedOn).toBe(typed)
        const { body: listed } = await user.call('GET', '/api/orders?fields=summary&making=notStarted')
        const waits = after.status === 'paid' && after.stageId === null
        expect(listed.map((one: { id: number }) => one.id)).toEqual(waits ? [id] : [])
      }
    }),
    { numRuns: 15 },
  )
}, 180_000)
