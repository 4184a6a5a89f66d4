import { setTimeout } from 'node:timers/promises'
import { AppError } from '@trunkshow/contract/errors.ts'
import { orderChange } from '@trunkshow/contract/orders/schema.ts'
import type { Snapshot } from '@trunkshow/contract/proposals/rules.ts'
import { expect, test } from 'vitest'
import type { StaffContext } from '../../context.ts'
import { databaseOf } from '../../platform/db/transaction.ts'
import { signId } from '../../platform/http/tokens.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, makeForm, takeOrder } from '../../test/factories.ts'
import { updateOrder } from '../change/update-order.ts'
import { answerProposal } from './answer-proposal.ts'

const app = startTestApp()
const ROUNDS = 200
/** Approvals of an order, and as many edits. */
const CALLS = 50

const approval = {
  answer: 'approved',
  number: 1,
  name: 'Grace',
  agreed: 'on',
  drawing: '',
  code: '',
} as const

async function start<T>(call: (at: number) => Promise<T>, afterMs: number) {
  await setTimeout(Math.max(0, afterMs))
  return Promise.allSettled(Array.from({ length: CALLS }, (_, at) => call(at)))
}

/** What came of the calls that were not refused because the order had changed. */
const done = <T>(results: readonly PromiseSettledResult<T>[]) =>
  results.flatMap((result) => {
    if (result.status === 'fulfilled') return [result.value]
    if (!(result.reason instanceof AppError) || result.reason.code !== 'changed') throw result.reason
    return []
  })

/** Approves and edits one order at the same time: what was approved is what the order was then, with its total. */
test('an approval names the proposal that was current', async () => {
  const user = await makeCompany(app)
  const form = await makeForm(user)
  const actor = { ...user, userId: user.id, role: 'admin', name: '', coHostOf: [] }
  const ctx = {
    ...{ config: app.config, db: databaseOf(app.pool), files: app.files, address: '203.0.113.7', grants: [] },
    ...{ actor, wakeEmailWorker() {}, wake() {} },
  } as StaffContext
  /** By how many milliseconds approvals begin before edits: moved so that sometimes these come first, and sometimes those. */
  let lead = 0
  const outcomes = { approved: 0, refused: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const { id, version } = await takeOrder(user, {}, form)
    await user.call('POST', `/api/orders/${id}/proposals`, {})
    const [sent] = await app.rows<{ publicId: string }>(
      'SELECT public_id AS "publicId" FROM proposals WHERE order_id = $1',
      [id],
    )
    const token = signId(app.config, 'order', sent!.publicId)
    const approve = async () => (await answerProposal({ ...ctx, actor: null }, token, approval, 'test'))!
    const edit = (at: number) => {
      const products = [{ productId: form.productId, quantity: at + 2 }]
      return updateOrder(ctx, id, orderChange.parse({ version, products }), [])
    }
    const [approvals, edits] = await Promise.all([start(approve, -lead), start(edit, lead)])

    const [stored, ...otherEdits] = done(edits)
    expect(otherEdits).toEqual([])
    const approved = done(approvals)
    const isApproved = approved.length > 0
    const [row] = await app.rows<{ snapshot: string; isEnded: boolean; answers: number; mails: number }>(
      `SELECT snapshot, is_ended AS "isEnded",
         (SELECT count(*)::int FROM proposal_answers WHERE proposal_id = p.id) AS answers,
         (SELECT count(*)::int FROM email_notifications AS m
           WHERE m.order_id = p.order_id AND m.email_type = 'proposal_approved') AS mails
       FROM proposals AS p WHERE order_id = $1`,
      [id],
    )
    const { proposed }: Snapshot = JSON.parse(row!.snapshot)
    // The edit always wins in the end: what was approved before it no longer counts. Approved often is approved once.
    expect(row).toMatchObject({ isEnded: true, answers: Number(isApproved), mails: Number(isApproved) })
    for (const { number, snapshot, isEnded } of approved)
      expect([number, snapshot, isEnded]).toEqual([1, row!.snapshot, false])
    const edited = (855.5 * stored!.products[0]!.quantity).toFixed(2)
    expect([proposed.total, stored!.total]).toEqual(['855.50', edited])
    const [logged] = await app.rows<{ log: string[] }>(
      `SELECT array_agg(activity::text ORDER BY id) AS log FROM activity_log
       WHERE subject = 'order' AND subject_id = $1`,
      [id],
    )
    const answered = isApproved ? ['order.answered'] : []
    expect(logged!.log).toEqual(['order.created', 'order.proposed', ...answered, 'order.changed'])
    outcomes[isApproved ? 'approved' : 'refused'] += 1
    lead += isApproved ? -3 : 3
  }
  // Both happen, or nothing was raced.
  expect(Object.values(outcomes).every((count) => count > 0)).toBe(true)
})
