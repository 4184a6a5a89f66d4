import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { formField, makeCompany, makeCustomer, type TestUser } from '../../test/factories.ts'

const app = startTestApp()

const inOrder = ['abe', 'Ábel', 'Abigail', 'Élan', 'elm', 'Émile', 'zoé', 'Zoë']

const fields = [formField({ id: 'item' })]
const ways: [list: string, field: string, add: (staff: TestUser, name: string) => Promise<unknown>][] = [
  ['customers', 'lastName', (staff, lastName) => makeCustomer(staff, { firstName: 'A', lastName })],
  ['products', 'name', (staff, name) => staff.call('POST', '/api/products', { name, basePrice: 1 })],
  ['customizations', 'name', (staff, name) => staff.call('POST', '/api/customizations', { name })],
  [
    'order-templates',
    'templateName',
    (staff, templateName) => staff.call('POST', '/api/order-templates', { templateName, fields }),
  ],
]

test.each(ways)(
  '%s are sorted by name without regard to case and accents, page by page',
  async (list, field, add) => {
    const staff = await makeCompany(app)
    // Equal names are sorted by id.
    for (const name of ['zoé', 'Zoë', 'Ábel', 'Émile', 'abe', 'elm', 'Abigail', 'Élan'])
      await add(staff, name)
    const names: string[] = []
    let url: string | undefined = `/api/${list}?limit=3`
    while (url) {
      const page = await staff.call('GET', url)
      names.push(...page.body.map((row: Record<string, string>) => row[field]))
      url = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(names).toEqual(inOrder)
  },
)
