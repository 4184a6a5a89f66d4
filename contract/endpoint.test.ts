import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { listEndpoints } from './api.ts'

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

/** Amounts are decimals, also as text in JSON; so is the expected total. */
const isAmount = (path: string) => /(^|\.)(basePrice|price|total)$/.test(path)
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

describe('a whole number of a call', () => {
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

  test('stands in every place that has one', () => {
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
