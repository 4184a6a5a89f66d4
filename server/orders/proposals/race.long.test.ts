import { setTimeout } from 'node:timers/promises'
import { paths } from '@trunkshow/contract/paths.ts'
import type { Snapshot } from '@trunkshow/contract/proposals/rules.ts'
import { expect, test } from 'vitest'
import { signId } from '../../platform/http/tokens.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, makeForm, takeOrder } from '../../test/factories.ts'

const app = startTestApp()
const ROUNDS = 200

async function start<T>(call: () => Promise<T>, afterMs: number) {
  await setTimeout(Math.max(0, afterMs))
  return Promise.all(Array.from({ length: 5 }, call))
}

/** Approves and edits one order at the same time: what was approved is what the order was then, with its total. */
test('an approval names the proposal that was current', { timeout: 600_000 }, async () => {
  const user = await makeCompany(app)
  const form = await makeForm(user)
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
    const body = new FormData()
    for (const [name, value] of [
      ['answer', 'approved'],
      ['number', '1'],
      ['name', 'Grace'],
      ['agreed', 'on'],
    ])
      body.set(name!, value!)
    const url = paths.customerOrder(signId(app.config, 'order', sent!.publicId))
    const products = [{ productId: form.productId, quantity: 2 }]
    const edit = () => user.call('PUT', `/api/orders/${id}`, { version, products })
    const approve = () => app.call('POST', url, body, { accept: 'text/html' })
    const all = (await Promise.all([start(approve, -lead), start(edit, lead)])).flat()
    expect(all.every(({ status }) => [200, 303, 409].includes(status))).toBe(true)
    const [row] = await app.rows<{
      snapshot: string
      answer: string | null
      isEnded: boolean
      total: number
    }>(
      `SELECT snapshot, answer, is_ended AS "isEnded", total_cents AS total FROM proposals
       JOIN orders ON orders.id = order_id WHERE order_id = $1`,
      [id],
    )
    const { proposed }: Snapshot = JSON.parse(row!.snapshot)
    // The edit always wins in the end: what was approved before it no longer counts.
    expect([row!.isEnded, row!.total, proposed.total]).toEqual([true, 171_100, '855.50'])
    const isApproved = row!.answer === 'approved'
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
