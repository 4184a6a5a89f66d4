import { measurementMessages as text } from '@trunkshow/contract/measurements/messages.ts'
import { expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { dumpFiles, dumpTables, findMatches } from '../test/dump.ts'
import {
  formField,
  makeCompany,
  makeCustomer,
  makeForm,
  makeUser,
  type TestUser,
  takeOrder,
} from '../test/factories.ts'

const app = startTestApp()

async function makeSet(user: TestUser, changes: object = {}) {
  const set = { name: 'Gown', unit: 'inch', fields: 'Bust\nWaist', ...changes }
  const { status, body } = await user.call('POST', '/api/measurement-sets', set)
  expect(status).toBe(201)
  return body
}

const valuesOf = (values: Record<string, string>) =>
  Object.entries(values).map(([label, value]) => ({ label, value }))

const measured = (setId: number, values: Record<string, string>, changes: object = {}) => ({
  ...{ setId, unit: 'inch', measuredOn: '2026-03-02', values: valuesOf(values) },
  ...changes,
})

async function makeMeasured() {
  const user = await makeCompany(app)
  const customer = await makeCustomer(user)
  const set = await makeSet(user)
  const url = `/api/customers/${customer.id}/measurements`
  const add = (values: Record<string, string>, changes: object = {}) =>
    user.call('POST', url, measured(set.id, values, changes))
  return { user, customer, set, url, add }
}

test('a set keeps its lines, and the second of two who change it at once is told', async () => {
  const user = await makeCompany(app)
  const colleague = await makeUser(app, user.companyId, 'order management')
  const set = await makeSet(user, { fields: ' Bust \n\nWaist  line\n' })
  expect(set).toMatchObject({ fields: 'Bust\nWaist line', version: 1, photoUrl: null })
  const url = `/api/measurement-sets/${set.id}`
  expect(await user.call('PUT', url, { fields: 'Bust\nHips', version: 1 })).toMatchObject({
    status: 200,
    body: { version: 2 },
  })
  const late = await colleague.call('PUT', url, { fields: 'Bust\nNeck', version: 1 })
  expect(late).toMatchObject({ status: 409, body: { code: 'changed', current: { fields: 'Bust\nHips' } } })
  expect((await user.call('GET', '/api/measurement-sets')).body).toMatchObject([{ fields: 'Bust\nHips' }])
})

test.each([
  [{ name: ' ' }, 'name', text.nameRequired],
  [{ fields: ' \n ' }, 'fields', text.fieldsRequired],
  [{ fields: 'Bust\nbust' }, 'fields', text.fieldTwice],
  [{ fields: 'x'.repeat(61) }, 'fields', text.fieldTooLong],
  [{ fields: Array.from({ length: 41 }, (_, at) => `Field ${at}`).join('\n') }, 'fields', text.tooManyFields],
  [{ unit: 'yard' }, 'unit', text.unitInvalid],
])('refuses the set %j at %s', async (changes, field, message) => {
  const user = await makeCompany(app)
  const set = { name: 'Gown', unit: 'inch', fields: 'Bust', ...changes }
  expect(await user.call('POST', '/api/measurement-sets', set)).toMatchObject({
    status: 400,
    body: { fields: { [field]: message } },
  })
})

test('measurements keep what the set was called, after it changed and was deleted', async () => {
  const { user, set, url, add } = await makeMeasured()
  const { status, body } = await add({ Bust: '34 1/8', Waist: '' }, { wearer: ' Lily ', note: 'In heels' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...{ setName: 'Gown', wearer: 'Lily', note: 'In heels', unit: 'inch', measuredOn: '2026-03-02' },
    values: [{ label: 'Bust', value: 273 }],
    takenBy: expect.any(String),
  })
  await user.call('PUT', `/api/measurement-sets/${set.id}`, { name: 'Dress', unit: 'cm', fields: 'Neck' })
  expect((await user.call('GET', url)).body).toEqual([body])
  await user.call('DELETE', `/api/measurement-sets/${set.id}`)
  expect((await user.call('GET', url)).body).toEqual([{ ...body, setId: null }])
})

test('the latest day comes first, then what was recorded last', async () => {
  const { user, url, add } = await makeMeasured()
  await add({ Bust: '34' })
  await add({ Bust: '35' })
  await add({ Bust: '33' }, { measuredOn: '2026-02-01' })
  const { body } = await user.call('GET', url)
  expect(body.map(({ values }: { values: { value: number }[] }) => values[0]!.value)).toEqual([280, 272, 264])
})

test('what can’t be read is refused at its field, with all of it', async () => {
  const { user, url, set, add } = await makeMeasured()
  expect(await add({ Bust: '34.1', Waist: 'small' })).toMatchObject({
    status: 400,
    body: { fields: { 'values.0.value': text.inchInvalid, 'values.1.value': text.inchInvalid } },
  })
  expect(await add({ Bust: '', Waist: ' ' })).toMatchObject({
    body: { fields: { 'values.0.value': text.noValues } },
  })
  expect(await add({ Bust: '34' }, { measuredOn: '2999-01-01' })).toMatchObject({
    status: 400,
    body: { fields: { measuredOn: text.measuredLater } },
  })
  await user.call('PUT', `/api/measurement-sets/${set.id}`, { unit: 'cm' })
  expect(await add({ Bust: '34' })).toMatchObject({ status: 409, body: { message: text.unitChanged } })
  expect((await user.call('GET', url)).body).toEqual([])
})

test('no row of measurements changes once it is stored', async () => {
  const { add } = await makeMeasured()
  const { body } = await add({ Bust: '34' })
  await expect(app.rows(`UPDATE measurings SET values = '[]' WHERE id = $1`, [body.id])).rejects.toThrow(
    'measurings is append-only',
  )
})

test('a merged customer’s measurements stay', async () => {
  const { user, customer, url, add } = await makeMeasured()
  await add({ Bust: '34' })
  const kept = await makeCustomer(user)
  expect((await user.call('POST', `/api/customers/${kept.id}/merge/${customer.id}`, {})).status).toBe(200)
  expect((await user.call('GET', url)).status).toBe(404)
  expect((await user.call('GET', `/api/customers/${kept.id}/measurements`)).body).toHaveLength(1)
})

test('the log says that a customer was measured, and neither a value nor the wearer', async () => {
  const { user, add } = await makeMeasured()
  await add({ Bust: '163 5/8' }, { wearer: 'Lilybeth' })
  const { body } = await user.call('GET', '/api/activity')
  expect(body[0]).toMatchObject({ activity: 'customer.measured', changes: [] })
  expect(JSON.stringify(body)).not.toMatch(/1309|163|Lilybeth/)
})

test('a person’s own data has their measurements, and an erasure leaves none in any table or file', async () => {
  const { user, customer, set, add } = await makeMeasured()
  const wearer = unique('lilybeth')
  // Values that no other row has: 171 3/8 inches are 1371 eighths.
  await add({ Bust: '171 3/8' }, { wearer, note: `${wearer} stands on a stool` })
  const { body: data } = await user.call('GET', `/api/people/data?customerId=${customer.id}`)
  expect(data.customers[0].measurements).toEqual([
    {
      ...{ date: '2026-03-02', set: 'Gown', wearer, notes: `${wearer} stands on a stool` },
      values: { Bust: '171 3/8 in' },
    },
  ])
  const trace = new RegExp(`${wearer}|\\b1371\\b|171 3/8`)
  expect(findMatches(await dumpTables(app), trace)).toEqual(['public.measurings'])
  const { templateId, productId } = await makeForm(user)
  const fields = [formField({ id: 'body', type: 'measurements', setId: set.id })]
  expect(
    (await user.call('PUT', `/api/order-templates/${templateId}`, { templateName: 'Gown', fields })).status,
  ).toBe(200)
  const text = `Bust: 171 3/8 in\nGown for ${wearer}, March 2, 2026`
  const taken = {
    customerId: customer.id,
    customerName: 'Ada Reyes',
    customerEmail: customer.email,
    customFields: { body: text },
  }
  const order = await takeOrder(user, taken, { templateId, productId })
  expect(order.formData).toEqual({ body: text })
  expect((await user.call('POST', `/api/orders/${order.id}/proposals`, {})).status).toBe(201)
  const changed = { formData: { body: `Waist: 1 in\n${text}` } }
  expect((await user.call('PUT', `/api/orders/${order.id}`, changed)).body.version).toBe(2)
  expect(findMatches(await dumpTables(app), trace)).toEqual([
    'public.measurings',
    'public.orders',
    'public.proposals',
  ])
  for (const url of ['/api/customers.csv', '/api/orders.csv', '/api/activity']) {
    const { status, text } = await user.call('GET', url)
    expect(status, url).toBe(200)
    expect(text, url).not.toMatch(trace)
  }
  expect((await user.call('POST', '/api/erasures', { customerId: customer.id })).status).toBe(200)
  expect(findMatches(await dumpTables(app), trace)).toEqual([])
  expect(findMatches(await dumpFiles(app), trace)).toEqual([])
  expect(
    (await user.call('POST', `/api/customers/${customer.id}/measurements`, measured(set.id, { Bust: '34' })))
      .status,
  ).toBe(409)
})
