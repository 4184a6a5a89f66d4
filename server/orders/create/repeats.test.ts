import { describe, expect, test } from 'vitest'
import { type Answer, startTestApp } from '../../test/app.ts'
import { home, makeCode, makeCompany, makeForm, orderForm, sendOrder } from '../../test/factories.ts'
import { assertOrderInvariants, countStored } from '../../test/order-invariants.ts'

const app = startTestApp()

describe('an order sent again', () => {
  const key = { 'idempotency-key': 'form-1' }

  test('with its key returns the first one, and with other data is refused', async () => {
    const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
    const form = await makeForm(staff)
    const first = await sendOrder(staff, form, {}, key)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    const again = await sendOrder(staff, form, {}, key)
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    const other = await sendOrder(staff, form, { notes: 'x' }, key)
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    // Keys are per company, and a refused request does not use up its key.
    const theirs = await makeForm(stranger)
    expect((await sendOrder(stranger, theirs, { customerName: '' }, key)).status).toBe(400)
    expect((await sendOrder(stranger, theirs, {}, key)).status).toBe(201)
    await app.rows(`UPDATE orders SET created_at = now() - interval '25 hours' WHERE id = $1`, [
      first.body.id,
    ])
    expect((await sendOrder(staff, form, {}, key)).status).toBe(422)
    expect(await countStored(app, staff)).toMatchObject({ orders: 1, customers: 1 })
  })

  test('with its key but other files is refused', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const sendFile = (content: string): Promise<Answer> => {
      const body = new FormData()
      body.set('orderData', JSON.stringify(orderForm(form)))
      body.set('orderAttachment_0', new Blob([content]), 'contract.pdf')
      return staff.call('POST', '/api/orders', body, key)
    }
    const first = await sendFile('%PDF-1.7')
    expect((await sendFile('%PDF-1.7')).body.id).toBe(first.body.id)
    expect((await sendFile('%PDF-1.7 and more')).status).toBe(422)
    const sameSize = await sendFile('%PDF-1.6')
    expect(sameSize).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    expect(await countStored(app, staff)).toMatchObject({ orders: 1, attachments: 1 })
  })

  test('many times at once is created once, even with the last use of a code', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const { id: discountCodeId } = await makeCode(staff, 'ONCE', { usageLimit: 1 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        sendOrder(staff, form, { discountCodeId, shippingAddress: home }, key),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const first = answers.filter(({ headers }) => !headers['idempotent-replayed'])
    expect(first).toHaveLength(1)
    expect(await countStored(app, staff)).toMatchObject({ orders: 1, customers: 1, addresses: 1 })
    await assertOrderInvariants(app, staff)
  })
})
