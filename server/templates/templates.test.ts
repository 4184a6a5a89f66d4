import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { formField, makeCompany, makeUser, type TestUser } from '../test/factories.ts'

const app = startTestApp()

const item = formField({ id: 'item', label: 'Item Description', required: true, archived: false })
const fabric = formField({
  id: 'fabric',
  label: 'Fabric',
  type: 'dropdown',
  options: ['Silk crêpe (+$250)', 'None'],
  archived: false,
})
const gown = { templateName: 'Gown', itemType: 'Dress', fields: [item, fabric] }

async function add(staff: TestUser, changes: object = {}) {
  const { status, body } = await staff.call('POST', '/api/order-templates', { ...gown, ...changes })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}
async function addProduct(staff: TestUser, name: string): Promise<number> {
  return (await staff.call('POST', '/api/products', { name, basePrice: '900' })).body.id
}
const read = async (staff: TestUser, id: number) =>
  (await staff.call('GET', `/api/order-templates/${id}`)).body
const log = async (staff: TestUser) => (await staff.call('GET', '/api/activity?subject=template')).body
const versions = (id: number) =>
  app.rows(
    `SELECT company_id, version, template_name, item_type, fields FROM order_template_versions
     WHERE template_id = $1 ORDER BY version`,
    [id],
  )

describe('a template', () => {
  test('is not updated without its id, and the refusal says so', async () => {
    const staff = await makeCompany(app)
    const message = 'No template ID provided for update'
    for (const path of ['/api/order-templates', '/api/order-templates/'])
      expect(await staff.call('PUT', path, gown)).toMatchObject({
        status: 400,
        body: { message, error: message },
      })
  })

  test('is added with its first version, whatever else is sent', async () => {
    const staff = await makeCompany(app)
    const product = await addProduct(staff, 'Aurelie gown')
    const made = await add(staff, { productIds: [product, product], id: 3, version: 9, archived: true })
    expect(made).toEqual({
      id: expect.any(Number),
      ...gown,
      productIds: [product],
      archived: false,
      inUse: false,
      fieldsInUse: [],
      version: 1,
      userId: staff.id,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(await read(staff, made.id)).toEqual(made)
    const { fieldsInUse: _, ...listed } = made
    expect((await staff.call('GET', '/api/order-templates')).body).toEqual([listed])
    expect(await versions(made.id)).toEqual([
      {
        company_id: staff.companyId,
        version: 1,
        template_name: 'Gown',
        item_type: 'Dress',
        fields: gown.fields,
      },
    ])
    expect(await log(staff)).toMatchObject([
      { activity: 'template.created', subjectId: made.id, subjectName: 'Gown' },
    ])
  })

  test.each([
    [{ templateName: ' ' }, { templateName: 'Name is required' }],
    [{ fields: [] }, { fields: 'At least one field is required' }],
    [{ fields: 'no list' }, { fields: 'Invalid fields format' }],
    [{ fields: [{ ...item, label: '' }] }, { 'fields.0.label': 'Field label is required' }],
    [{ fields: [{ ...item, type: 'color' }] }, { 'fields.0.type': 'Select a field type' }],
    [{ productIds: [2_000_000_000] }, { productIds: 'Select products from the list' }],
    [{ productIds: [3e9] }, { 'productIds.0': 'Select products from the list' }],
  ])('is refused with %j', async (changes, fields) => {
    const staff = await makeCompany(app)
    const { id } = await add(staff)
    const refused = { status: 400, body: { code: 'invalid', fields } }
    expect(await staff.call('POST', '/api/order-templates', { ...gown, ...changes })).toMatchObject(refused)
    const change = { ...gown, templateName: 'Other', ...changes }
    expect(await staff.call('PUT', `/api/order-templates/${id}`, change)).toMatchObject(refused)
    expect((await staff.call('GET', '/api/order-templates')).body).toMatchObject([{ ...gown, version: 1 }])
    expect(await versions(id)).toHaveLength(1)
  })

  test('is stored whatever characters its texts contain', async () => {
    const staff = await makeCompany(app)
    const signs = formField({
      ...fabric,
      id: 'a-_1',
      label: `“'\\\ud800é 漢 👗`,
      options: ["'; --", '\\u0000', 'a\u0000b'],
    })
    const { fields } = await add(staff, { fields: [signs] })
    expect(fields).toMatchObject([{ label: `“'\\é 漢 👗`, options: ["'; --", '\\u0000', 'a b'] }])
  })

  test('gets a new version when changed, and the previous one stays', async () => {
    const staff = await makeCompany(app)
    const { id } = await add(staff)
    const url = `/api/order-templates/${id}`
    const hem = formField({ id: 'hem', label: 'Hem length', type: 'number', archived: false })
    const wool = { ...fabric, options: ['Wool'], required: true }
    const changed = await staff.call('PUT', url, { templateName: 'Evening gown', fields: [wool, item, hem] })
    expect(changed).toMatchObject({
      status: 200,
      body: { templateName: 'Evening gown', itemType: 'Dress', fields: [wool, item, hem], version: 2 },
    })
    expect((await versions(id)).map(({ template_name, fields }) => [template_name, fields])).toEqual([
      ['Gown', gown.fields],
      ['Evening gown', [wool, item, hem]],
    ])
    const [{ activity, changes }] = await log(staff)
    expect(activity).toBe('template.changed')
    expect(changes).toEqual([
      { field: 'Name', from: 'Gown', to: 'Evening gown' },
      { field: 'Fields', from: 'Item Description, Fabric', to: 'Fabric, Item Description, Hem length' },
      {
        field: 'Fabric',
        from: 'Fabric, dropdown, Silk crêpe (+$250), None',
        to: 'Fabric, dropdown, Wool, required',
      },
      { field: 'Hem length', from: null, to: 'Hem length, number' },
    ])
  })

  test('saved unchanged gets no new version or log entry', async () => {
    const staff = await makeCompany(app)
    const [coat, blouse] = [await addProduct(staff, 'Coat'), await addProduct(staff, 'Blouse')]
    const { id } = await add(staff, { productIds: [coat, blouse] })
    const same = { ...gown, productIds: [blouse, coat, blouse], version: 1 }
    const again = await staff.call('PUT', `/api/order-templates/${id}`, same)
    expect(again).toMatchObject({ status: 200, body: { version: 1 } })
    expect(await versions(id)).toHaveLength(1)
    expect(await log(staff)).toHaveLength(1)
  })

  test('edited by two users: the second edit is refused, naming the first user, and nothing is stored', async () => {
    const staff = await makeCompany(app)
    const colleague = await makeUser(app, staff.companyId, 'order management', { name: 'Dana Reyes' })
    const { id } = await add(staff)
    const url = `/api/order-templates/${id}`
    await staff.call('PUT', url, { ...gown, templateName: 'First', version: 1 })
    const second = await colleague.call('PUT', url, { ...gown, templateName: 'Second', version: 1 })
    const message = 'Test User just changed this template. Review the form, then save again.'
    expect(second).toMatchObject({ status: 409, body: { code: 'changed', message } })
    expect(await read(staff, id)).toMatchObject({ templateName: 'First', version: 2 })
    const again = await colleague.call('PUT', url, { ...gown, templateName: 'Second', version: 2 })
    expect(again).toMatchObject({ status: 200, body: { templateName: 'Second', version: 3 } })
    const third = await staff.call('PUT', url, { ...gown, templateName: 'Third', version: 2 })
    expect(third.body.message).toContain('Dana Reyes just changed this template.')
  })

  test('with products changed by two users: the second edit is refused and nothing is lost', async () => {
    const staff = await makeCompany(app)
    const colleague = await makeUser(app, staff.companyId, 'order management')
    const [coat, blouse] = [await addProduct(staff, 'Coat'), await addProduct(staff, 'Blouse')]
    const { id } = await add(staff)
    const url = `/api/order-templates/${id}`
    await staff.call('PUT', url, { ...gown, productIds: [coat], version: 1 })
    const second = await colleague.call('PUT', url, { ...gown, productIds: [blouse], version: 1 })
    expect(second).toMatchObject({ status: 409, body: { code: 'changed' } })
    expect(await read(staff, id)).toMatchObject({ productIds: [coat], version: 2 })
    const again = await colleague.call('PUT', url, { ...gown, productIds: [blouse, coat], version: 2 })
    expect(again).toMatchObject({ status: 200, body: { productIds: [coat, blouse], version: 3 } })
    expect(await versions(id)).toHaveLength(3)
  })

  test('saved by many at once with one version is saved by one', async () => {
    const staff = await makeCompany(app)
    const { id } = await add(staff)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        staff.call('PUT', `/api/order-templates/${id}`, { ...gown, templateName: `Gown ${n}`, version: 1 }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await versions(id)).toHaveLength(2)
  })

  test('has products only of its own company', async () => {
    const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
    const [coat, blouse] = [await addProduct(staff, 'Coat'), await addProduct(staff, 'Blouse')]
    const theirs = await addProduct(stranger, 'Theirs')
    const { id } = await add(staff, { productIds: [coat] })
    const url = `/api/order-templates/${id}`
    const names = async () =>
      (await staff.call('GET', `${url}/products`)).body.map(({ name }: { name: string }) => name)
    expect(await staff.call('PUT', url, { ...gown, productIds: [coat, theirs] })).toMatchObject({
      status: 400,
      body: { fields: { productIds: 'Select products from the list' } },
    })
    expect(await names()).toEqual(['Coat'])
    const both = await staff.call('PUT', url, { ...gown, productIds: JSON.stringify([coat, blouse]) })
    expect(both.body).toMatchObject({ productIds: [coat, blouse], version: 2 })
    expect(await names()).toEqual(['Blouse', 'Coat'])
    expect((await log(staff))[0].changes).toEqual([{ field: 'Products', from: 'Coat', to: 'Blouse, Coat' }])
    await staff.call('PUT', url, gown)
    expect(await names()).toEqual([])
  })

  test('is archived and restored once each', async () => {
    const staff = await makeCompany(app)
    const { id } = await add(staff)
    const url = `/api/order-templates/${id}`
    const restore = () => staff.call('PATCH', `${url}/unarchive`)
    const archive = () => staff.call('PATCH', `${url}/archive`)
    expect(await restore()).toMatchObject({
      status: 409,
      body: { message: 'This template isn’t archived.' },
    })
    const answers = await Promise.all([archive(), archive(), archive()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await archive()).toMatchObject({ status: 409, body: { message: 'This template is archived.' } })
    expect(await read(staff, id)).toMatchObject({ archived: true, version: 1 })
    expect(await restore()).toMatchObject({ status: 200, body: { archived: false } })
    expect((await log(staff)).map(({ activity }: { activity: string }) => activity)).toEqual([
      'template.restored',
      'template.archived',
      'template.created',
    ])
  })

  test('is deleted with its versions while no order uses it', async () => {
    const staff = await makeCompany(app)
    const { id } = await add(staff, { productIds: [await addProduct(staff, 'Coat')] })
    expect((await staff.call('DELETE', `/api/order-templates/${id}`)).status).toBe(204)
    expect((await staff.call('GET', `/api/order-templates/${id}`)).status).toBe(404)
    expect((await staff.call('DELETE', `/api/order-templates/${id}`)).status).toBe(404)
    expect(await versions(id)).toEqual([])
    expect((await log(staff))[0]).toMatchObject({ activity: 'template.deleted', subjectName: 'Gown' })
  })
})

describe('the list of templates', () => {
  async function makeList() {
    const staff = await makeCompany(app)
    for (const templateName of ['veil', 'Gown', 'Gown, 100%_silk', 'Cape']) await add(staff, { templateName })
    const cape = (await staff.call('GET', '/api/order-templates?q=cape')).body[0]
    await staff.call('PATCH', `/api/order-templates/${cape.id}/archive`)
    return staff
  }
  const namesOf = (body: { templateName: string }[]) => body.map(({ templateName }) => templateName)

  test.each([
    ['', ['Gown', 'Gown, 100%_silk', 'veil']],
    ['archived=false', ['Gown', 'Gown, 100%_silk', 'veil']],
    ['archived=true', ['Cape']],
    ['q=GOWN', ['Gown', 'Gown, 100%_silk']],
    ['q=%25_', ['Gown, 100%_silk']],
    ['q=cape', []],
  ])('asked for with %j is %j, and counted', async (query, names) => {
    const answer = await (await makeList()).call('GET', `/api/order-templates?${query}`)
    expect(namesOf(answer.body)).toEqual(names)
    expect(answer.headers['x-total-count']).toBe(String(names.length))
  })

  test('continues through its Link header, within one company', async () => {
    const staff = await makeList()
    await add(await makeCompany(app))
    const seen: string[] = []
    let url: string | undefined = '/api/order-templates?limit=1'
    while (url) {
      const page = await staff.call('GET', url)
      seen.push(...namesOf(page.body))
      url = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(['Gown', 'Gown, 100%_silk', 'veil'])
  })
})
