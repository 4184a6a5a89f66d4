import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listEndpoints } from './api.ts'
import { day, id, searchOf, words } from './endpoint.ts'
import { productSorts } from './products/screens.ts'

type Def = z.core.$ZodType['_zod']['def'] & Record<string, unknown>

/** The nested schemas of a value, by path, through objects, arrays and wrappers. */
function* partsOf(schema: z.core.$ZodType, path = ''): Generator<[path: string, schema: z.ZodType]> {
  const def = schema._zod.def as Def
  yield [path, schema as z.ZodType]
  if (def.type === 'object')
    for (const [name, field] of Object.entries((def as unknown as z.core.$ZodObjectDef).shape))
      yield* partsOf(field, path ? `${path}.${name}` : name)
  else if (def.type === 'union')
    for (const option of (def as unknown as z.core.$ZodUnionDef).options) yield* wrapped(option, path)
  else
    for (const within of ['innerType', 'element', 'in', 'out'])
      if (def[within]) yield* wrapped(def[within] as z.core.$ZodType, path)
}

/** A wrapped schema keeps its path; only the fields of an object add to it. */
function* wrapped(schema: z.core.$ZodType, path: string) {
  for (const [name, part] of partsOf(schema, path))
    if (name !== path) yield [name, part] as [string, z.ZodType]
}

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** Amounts and rates are decimals, also as text in JSON; so is the expected total. */
const isAmount = (path: string) =>
  /(^|\.)(basePrice|price|total|taxRate|amount|minimum|refund|keep|codeFrom|percent|seen)$/.test(path)
/** Keys of a record aren't input values. */
const isFree = (schema: z.ZodType) => accepts(schema, { any: true }) && accepts(schema, [{}])

const numbers = listEndpoints().flatMap(({ name, endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((place) =>
    [...(endpoint[place] ? partsOf(endpoint[place]) : [])]
      .filter(([path, schema]) => path && !isAmount(path) && !isFree(schema))
      .filter(([, schema]) => [1, 30, 500].some((number) => accepts(schema, number)))
      .map(([path, schema]) => ({ at: `${name} ${place} ${path}`, schema })),
  ),
)

describe('a whole number in a call', () => {
  test.each(numbers)('$at accepts only whole numbers', ({ schema }) => {
    const odd = [
      true,
      [3],
      '0x10',
      '1e3',
      ' 5',
      '5 ',
      '+5',
      '-5',
      '5.0',
      1.5,
      '',
      '٣',
      Number.NaN,
      {},
      '9'.repeat(20),
    ]
    const taken = odd.filter((value) => accepts(schema, value))
    // A form sends an omitted ID or limit as an empty string.
    expect(taken.filter((value) => value !== '')).toEqual([])
  })

  test('is checked in every call that takes one', () => {
    expect(numbers.length).toBeGreaterThan(90)
    expect(numbers.map(({ at }) => at)).toEqual(
      expect.arrayContaining([
        'customers.list query limit',
        'orders.get params id',
        'orders.create body orderData.templateId',
        'orders.update body discountCodeId',
        'discounts.create body discountValue',
        'events.create body slotDuration',
      ]),
    )
  })
})

describe('the search parameters of a screen', () => {
  const search = searchOf(
    z.strictObject({
      q: words.optional(),
      state: z.enum(['sent', 'failed']).optional(),
      event: z.union([z.literal('none'), id]).optional(),
      isActive: z.stringbool().optional(),
      date: day.optional(),
    }),
  )

  test.each<[what: string, given: object, read: object]>([
    ['texts', { q: 'Anna Lind', state: 'sent' }, { q: 'Anna Lind', state: 'sent' }],
    ['spaces at the end of words', { q: ' anna ' }, { q: 'anna' }],
    ['a number as words', { q: 1042 }, { q: '1042' }],
    ['a boolean as words', { q: true }, { q: 'true' }],
    ['a number and its text', { event: 7 }, { event: 7 }],
    ['a number in a document’s address', { event: '7' }, { event: 7 }],
    ['a boolean', { isActive: false }, { isActive: false }],
    ['a boolean in a document’s address', { isActive: 'false' }, { isActive: false }],
    ['a word in place of a number', { event: 'none' }, { event: 'none' }],
    ['no such word', { state: 'nonsense', q: 'anna' }, { q: 'anna' }],
    ['no such number', { event: -1 }, {}],
    ['no such day', { date: '2027-02-30' }, {}],
    ['words that are too long', { q: 'a'.repeat(201) }, {}],
    ['lists and objects', { q: ['anna'], state: { sent: true }, isActive: null }, {}],
    ['what no filter has', { page: -1, q: 'anna' }, { q: 'anna' }],
  ])('read %s', (_, given, read) => {
    const once = search.parse(given)
    // As JSON, for one that counts as missing may be undefined.
    expect(JSON.parse(JSON.stringify(once))).toEqual(read)
    expect(search.parse(once)).toEqual(once)
  })

  test('are in the order of the filter, whatever their order in the address', () => {
    expect(Object.keys(search.parse({ state: 'sent', q: 'anna' }))).toEqual(['q', 'state'])
  })
})

test('products are listed by name, unless by price or newest first', () => {
  expect(productSorts).toEqual(['name', 'price', 'newest'])
})
