import { paths } from '@trunkshow/contract/paths.ts'
import type { Snapshot } from '@trunkshow/contract/proposals/rules.ts'
import { expect, test } from 'vitest'
import { signId } from '../../platform/http/tokens.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, makeForm, takeOrder } from '../../test/factories.ts'

const app = startTestApp()
const ROUNDS = 200

/** Approves and edits one order at the same time: what was approved is what the order was then, with its total. */
test('an approval names the proposal that was current', { timeout: 600_000 }, async () => {
  const user = await makeCompany(app)
  const form = await makeForm(user)
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
    const edits = Array.from({ length: 5 }, () =>
      user.call('PUT', `/api/orders/${id}`, { version, products }),
    )
    const approvals = Array.from({ length: 5 }, () => app.call('POST', url, body, { accept: 'text/html' }))
    const all = await Promise.all(round % 2 ? [...edits, ...approvals] : [...approvals, ...edits])
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
    outcomes[row!.answer === 'approved' ? 'approved' : 'refused'] += 1
  }
  // Both happen, or nothing was raced.
  expect(Object.values(outcomes).every((count) => count > 0)).toBe(true)
})
