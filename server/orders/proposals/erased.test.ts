import { paths } from '@trunkshow/contract/paths.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { dayAhead } from '../../test/factories.ts'
import { answerOrder, approval, sendFullOrder } from '../../test/proposals.ts'

const app = startTestApp()

const texts = {
  company: 'Maison Vale',
  product: 'Aurelie gown',
  answer: 'For Okafor, hem 59 in',
  picture: 'okafor.jpg',
  terms: 'Made to order.',
}

test('an erasure blanks what a customer approved and how, and keeps hash, numbers, times and sums', async () => {
  const { user, customer, id, token, picture } = await sendFullOrder(app, texts)
  const browser = { 'user-agent': 'Browser of Okafor' }
  const wish = { answer: 'changeAsked', number: '1', wish: 'Okafor wants it shorter' }
  for (const answer of [wish, approval()])
    expect((await answerOrder(app, token, answer, browser)).status).toBe(303)
  const stored = async () =>
    app.rows<Record<string, unknown>>(
      `SELECT p.id, p.number, p.hash, p.answer, p.created_at, p.seen_at, p.expires_on, p.snapshot, p.recipient,
         (SELECT jsonb_agg(given ORDER BY id) FROM proposal_answers AS given WHERE proposal_id = p.id) AS answers
       FROM proposals AS p WHERE order_id = $1`,
      [id],
    )
  const reported = async () =>
    (await user.call('GET', `/api/reports?from=${dayAhead(-2)}&to=${dayAhead(2)}`)).body
  const addresses = [paths.customerOrder(token), paths.customerOrderPdf(token), picture]
  const statuses = () =>
    Promise.all(addresses.map(async (address) => (await app.call('GET', address)).status))

  const [before] = await stored()
  const report = await reported()
  expect(report.total).toMatchObject({ orders: 1, ordered: '2100.94' })
  expect(before).toMatchObject({
    snapshot: expect.stringContaining('Okafor'),
    recipient: expect.stringMatching(/./),
    answers: [
      { kind: 'changeAsked', wish: 'Okafor wants it shorter', browser: 'Browser of Okafor' },
      { kind: 'approved', name: 'Grace Okafor', network: expect.stringMatching(/./) },
    ],
  })
  expect(await statuses()).toEqual([200, 200, 200])

  expect((await user.call('POST', '/api/erasures', { customerId: customer.id })).status).toBe(200)
  const blank = { name: '', wish: '', network: '', browser: '' }
  const kept = (before!.answers as object[]).map((answer) => ({ ...answer, ...blank }))
  expect(await stored()).toEqual([{ ...before, snapshot: '', recipient: '', answers: kept }])
  expect(await reported()).toEqual(report)
  expect(await statuses()).toEqual([404, 404, 404])
  expect((await answerOrder(app, token, approval())).status).toBe(404)
  expect((await app.call('POST', paths.customerOrderSeen(token))).status).toBe(404)
  const { body } = await user.call('GET', `/api/orders/${id}/proposals`)
  expect(body).toMatchObject({ state: 'approved', proposals: [{ hash: before!.hash, total: '' }] })
})
