import { addDays } from '@trunkshow/contract/dates.ts'
import { discountMessages } from '@trunkshow/contract/discounts/messages.ts'
import { expect, test } from 'vitest'
import type { StaffContext } from '../context.ts'
import { databaseOf, inTransaction } from '../platform/db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import { makeCompany, type TestUser } from '../test/factories.ts'
import { newYorkNow } from '../test/new-york.ts'
import { giveBackUse, takeUse } from './discount-records.ts'

const app = startTestApp()

/** The part of a context that these two functions need. */
const contextOf = ({ companyId }: TestUser) =>
  ({ db: databaseOf(app.pool), actor: { companyId } }) as StaffContext

/** Creates a code in its own company, with functions that take and give back its uses. */
async function makeCode(changes: object = {}) {
  const staff = await makeCompany(app)
  const input = { code: 'SPRING10', discountValue: 15, ...changes }
  const { body } = await staff.call('POST', '/api/discount-codes', input)
  const ctx = contextOf(staff)
  const take = () => inTransaction(ctx, (ctx) => takeUse(ctx, body.id))
  const giveBack = () => inTransaction(ctx, (ctx) => giveBackUse(ctx, body.id))
  const used = async () => {
    const [row] = await app.rows('SELECT used_count FROM discount_codes WHERE id = $1', [body.id])
    return row!.used_count as number
  }
  return { staff, id: body.id as number, take, giveBack, used }
}
const outcomes = async (tries: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(tries)
  return {
    won: settled.filter(({ status }) => status === 'fulfilled').length,
    reasons: settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : [])),
  }
}
const fifty = <Result>(work: () => Promise<Result>) => Array.from({ length: 50 }, work)

test('fifty take the last use with a check before an update, so the race is real', async () => {
  await app.rows('CREATE TABLE unguarded (used int NOT NULL)')
  await app.rows('INSERT INTO unguarded VALUES (9)')
  const checkThenCount = async () => {
    const [row] = await app.rows<{ used: number }>('SELECT used FROM unguarded')
    if (row!.used >= 10) throw new Error(discountMessages.usedUp)
    await app.rows('UPDATE unguarded SET used = used + 1')
  }
  expect((await outcomes(fifty(checkThenCount))).won).toBeGreaterThan(1)
})

test('fifty at once for a code with one use left: exactly one gets it', async () => {
  const { take, used } = await makeCode({ usageLimit: 10 })
  for (let n = 0; n < 9; n++) await take()
  const { won, reasons } = await outcomes(fifty(take))
  expect([won, new Set(reasons)]).toEqual([1, new Set([discountMessages.usedUp])])
  expect(await used()).toBe(10)
})

test('uses taken and given back by many at once add up', async () => {
  const { take, giveBack, used } = await makeCode({ usageLimit: 10 })
  for (let n = 0; n < 10; n++) await take()
  const [taken, given] = await Promise.all([
    outcomes(fifty(take)),
    outcomes(Array.from({ length: 5 }, giveBack)),
  ])
  expect(given.won).toBe(5)
  expect(await used()).toBe(10 - 5 + taken.won)
})

test('a limit lowered while uses are taken stays above them', async () => {
  const { staff, id, take, used } = await makeCode({ usageLimit: 50 })
  const lower = () =>
    staff.call('PUT', `/api/discount-codes/${id}`, { code: 'SPRING10', discountValue: 15, usageLimit: 20 })
  const [taken, lowered] = await Promise.all([outcomes(fifty(take)), lower()])
  expect(await used()).toBe(taken.won)
  if (lowered.status === 200) expect(taken.won).toBeLessThanOrEqual(20)
  else expect(lowered.body.code).toBe('in_use')
})

test('a code deleted while one use is taken is either deleted or used', async () => {
  const { staff, id, take } = await makeCode()
  const [taken, deleted] = await Promise.all([
    outcomes([take()]),
    staff.call('DELETE', `/api/discount-codes/${id}`),
  ])
  expect([taken.won, deleted.status, taken.reasons]).toEqual(
    taken.won ? [1, 409, []] : [0, 204, [discountMessages.notFound]],
  )
})

const today = newYorkNow().date
test.each([
  ['is not active', { isActive: false }, discountMessages.inactive],
  ['expired yesterday', { expiresAt: addDays(today, -1) }, discountMessages.expired],
])('a code that %s is refused and not counted', async (_what, changes, message) => {
  const { take, used } = await makeCode(changes)
  await expect(take()).rejects.toMatchObject({ code: 'conflict', message })
  expect(await used()).toBe(0)
})

test('an order takes the code and its percentage as they are now', async () => {
  const { staff, id, take, used } = await makeCode({ expiresAt: addDays(today, 1) })
  expect(await take()).toEqual({ id, code: 'SPRING10', percent: 15 })
  await staff.call('PUT', `/api/discount-codes/${id}`, { code: 'SPRING20', discountValue: 20 })
  expect(await take()).toEqual({ id, code: 'SPRING20', percent: 20 })
  expect(await used()).toBe(2)
})

test('a code of another company is not found or counted', async () => {
  const { id, take, used } = await makeCode()
  await take()
  const stranger = contextOf(await makeCompany(app))
  await expect(takeUse(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
  await giveBackUse(stranger, id)
  expect(await used()).toBe(1)
})

test('a use taken in a transaction that fails is not counted', async () => {
  const { staff, id, used } = await makeCode({ usageLimit: 1 })
  const failing = inTransaction(contextOf(staff), async (ctx) => {
    await takeUse(ctx, id)
    throw new Error('the order was refused')
  })
  await expect(failing).rejects.toThrow('the order was refused')
  expect(await used()).toBe(0)
})
