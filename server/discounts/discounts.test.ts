import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { dayAhead, makeCompany, type TestUser } from '../test/factories.ts'

const app = startTestApp()

const spring = { code: 'SPRING10', description: 'Spring shows', discountValue: 10 }

async function add(staff: TestUser, changes: object = {}) {
  const { status, body } = await staff.call('POST', '/api/discount-codes', { ...spring, ...changes })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}
/** Pretends that this many orders use the code. */
const use = (id: number, times: number) =>
  app.rows('UPDATE discount_codes SET used_count = $2 WHERE id = $1', [id, times])
const stored = async (id: number) => {
  const [row] = await app.rows('SELECT * FROM discount_codes WHERE id = $1', [id])
  return row
}
const log = async (staff: TestUser) => (await staff.call('GET', '/api/activity?subject=discount')).body

describe('a discount code', () => {
  test('is added unused, whatever else is sent', async () => {
    const staff = await makeCompany(app)
    const stranger = await makeCompany(app)
    const expiresAt = dayAhead()
    const made = await add(staff, {
      usageLimit: '5',
      expiresAt,
      usedCount: 3,
      companyId: stranger.companyId,
      shopifyPriceRuleId: 'gid://shopify/DiscountCodeNode/9',
      id: 9,
    })
    expect(made).toEqual({
      id: expect.any(Number),
      ...spring,
      discountType: 'percentage',
      isActive: true,
      usageLimit: 5,
      usedCount: 0,
      expiresAt,
      shopifyPriceRuleId: null,
      shopifySyncedAt: null,
      version: 1,
      userId: staff.id,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: made.createdAt,
    })
    expect((await staff.call('GET', '/api/discount-codes')).body).toEqual([made])
    expect(await stored(made.id)).toMatchObject({ company_id: staff.companyId, user_id: staff.id })
    expect(await log(staff)).toMatchObject([
      { activity: 'discount.created', subjectId: made.id, subjectName: 'SPRING10' },
    ])
  })

  test.each([
    [{ code: ' ' }, { code: 'Discount code is required' }],
    [{ code: 'x'.repeat(51) }, { code: 'Code must be 50 characters or less' }],
    [{ discountValue: '' }, { discountValue: 'Discount percentage is required' }],
    [{ discountValue: 101 }, { discountValue: 'Enter a whole percentage from 1 to 100' }],
    [{ usageLimit: 0 }, { usageLimit: 'Enter 1 or more, or leave blank for unlimited.' }],
    [{ expiresAt: '2027-02-30' }, { expiresAt: 'Enter a date' }],
  ])('is refused with %j', async (changes, fields) => {
    const staff = await makeCompany(app)
    const answer = await staff.call('POST', '/api/discount-codes', { ...spring, ...changes })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields } })
    expect((await staff.call('GET', '/api/discount-codes')).body).toEqual([])
  })

  test('has a unique name in the company, ignoring case', async () => {
    const staff = await makeCompany(app)
    const other = await makeCompany(app)
    await add(staff)
    const summer = await add(staff, { code: 'SUMMER' })
    await add(other, { code: 'spring10' })
    const taken = {
      status: 409,
      body: { code: 'taken', fields: { code: 'You already have a discount code with this name.' } },
    }
    expect(await staff.call('POST', '/api/discount-codes', { ...spring, code: 'spring10 ' })).toMatchObject(
      taken,
    )
    const renamed = { ...spring, code: 'Spring10' }
    expect(await staff.call('PUT', `/api/discount-codes/${summer.id}`, renamed)).toMatchObject(taken)
    expect(await stored(summer.id)).toMatchObject({ code: 'SUMMER' })
  })

  test('added by many at once is added once', async () => {
    const staff = await makeCompany(app)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => staff.call('POST', '/api/discount-codes', spring)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('is changed, and the log shows old and new values', async () => {
    const staff = await makeCompany(app)
    const { id, createdAt } = await add(staff, { expiresAt: '2027-04-16' })
    const url = `/api/discount-codes/${id}`
    const changed = await staff.call('PUT', url, {
      code: 'spring15',
      discountValue: 15,
      usageLimit: 3,
      isActive: false,
    })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        code: 'spring15',
        description: 'Spring shows',
        discountValue: 15,
        usageLimit: 3,
        isActive: false,
        expiresAt: '2027-04-16',
        createdAt,
      },
    })
    await staff.call('PUT', url, { ...changed.body, expiresAt: null })
    await staff.call('PUT', url, { ...changed.body, expiresAt: null })
    expect((await staff.call('GET', '/api/discount-codes')).body).toEqual([
      { ...changed.body, expiresAt: null, version: 3, updatedAt: expect.any(String) },
    ])
    const [second, first, ...rest] = await log(staff)
    expect(rest).toMatchObject([{ activity: 'discount.created' }])
    expect(second.changes).toEqual([{ field: 'Expires', from: 'April 16, 2027', to: null }])
    expect(first.changes).toEqual([
      { field: 'Code', from: 'SPRING10', to: 'spring15' },
      { field: 'Percentage', from: '10%', to: '15%' },
      { field: 'Usage limit', from: null, to: '3' },
      { field: 'Active', from: 'Yes', to: 'No' },
    ])
  })

  test('keeps what a change leaves out', async () => {
    const staff = await makeCompany(app)
    const { id } = await add(staff, { usageLimit: 3, isActive: false, expiresAt: '2027-04-16' })
    const before = await stored(id)
    const { body } = await staff.call('PUT', `/api/discount-codes/${id}`, { description: 'For May' })
    expect(body).toMatchObject({ description: 'For May', usageLimit: 3, isActive: false, discountValue: 10 })
    expect(await stored(id)).toEqual({
      ...before,
      description: 'For May',
      version: 2,
      updated_at: expect.any(Date),
    })
    const none = { usageLimit: '', expiresAt: '' }
    expect((await staff.call('PUT', `/api/discount-codes/${id}`, none)).body).toMatchObject({
      description: 'For May',
      usageLimit: null,
      expiresAt: null,
    })
  })

  test("can't have a limit below its use count", async () => {
    const staff = await makeCompany(app)
    const { id } = await add(staff, { usageLimit: 9 })
    await use(id, 4)
    const message = '4 orders use this code. Enter 4 or more.'
    const url = `/api/discount-codes/${id}`
    expect(await staff.call('PUT', url, { ...spring, usageLimit: 3 })).toMatchObject({
      status: 409,
      body: { code: 'in_use', message, fields: { usageLimit: message } },
    })
    expect(await stored(id)).toMatchObject({ usage_limit: 9 })
    expect((await staff.call('PUT', url, { ...spring, usageLimit: 4 })).body).toMatchObject({ usageLimit: 4 })
    expect((await staff.call('PUT', url, { ...spring, usageLimit: '' })).body).toMatchObject({
      usageLimit: null,
      usedCount: 4,
    })
  })

  test('can be deleted only without orders', async () => {
    const staff = await makeCompany(app)
    const [unused, used] = [await add(staff), await add(staff, { code: 'USED' })]
    await use(used.id, 1)
    expect((await staff.call('DELETE', `/api/discount-codes/${unused.id}`)).status).toBe(204)
    expect((await staff.call('DELETE', `/api/discount-codes/${unused.id}`)).status).toBe(404)
    expect(await staff.call('DELETE', `/api/discount-codes/${used.id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', message: 'Orders use this code. Make it inactive instead of deleting it.' },
    })
    expect((await staff.call('GET', '/api/discount-codes')).body).toMatchObject([{ id: used.id }])
    const deleted = (await log(staff)).filter(
      ({ activity }: { activity: string }) => activity === 'discount.deleted',
    )
    expect(deleted).toMatchObject([{ subjectId: unused.id, subjectName: 'SPRING10' }])
  })
})

describe('the list of discount codes', () => {
  async function makeList() {
    const staff = await makeCompany(app)
    await add(staff, { code: 'SPRING10' })
    await add(staff, { code: '100%_off', description: 'Staff only' })
    await add(staff, { code: 'OLD', description: 'spring of last year', isActive: false })
    return staff
  }
  const codesOf = (body: { code: string }[]) => body.map(({ code }) => code)

  test.each([
    ['', ['OLD', '100%_off', 'SPRING10']],
    ['q=spring', ['OLD', 'SPRING10']],
    ['q=%25_', ['100%_off']],
    ['q=STAFF', ['100%_off']],
    ['q=nothing', []],
    ['isActive=true', ['100%_off', 'SPRING10']],
    ['isActive=false&q=o', ['OLD']],
  ])('asked for with %j is %j, and counted', async (query, codes) => {
    const answer = await (await makeList()).call('GET', `/api/discount-codes?${query}`)
    expect(codesOf(answer.body)).toEqual(codes)
    expect(answer.headers['x-total-count']).toBe(String(codes.length))
  })

  test('continues through its Link header, within one company', async () => {
    const staff = await makeList()
    await add(await makeCompany(app))
    const seen: string[] = []
    let url: string | undefined = '/api/discount-codes?limit=2'
    while (url) {
      const page = await staff.call('GET', url)
      seen.push(...codesOf(page.body))
      url = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(['OLD', '100%_off', 'SPRING10'])
  })
})
