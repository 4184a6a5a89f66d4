import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { listEndpoints } from './api.ts'

type Def = z.core.$ZodType['_zod']['def'] & Record<string, unknown>

/** The schemas that a value within this one must fit, each by its path: of objects, lists and what wraps them. */
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

/** What stands within a wrapper has its name: only its own fields are new ones. */
function* wrapped(schema: z.core.$ZodType, path: string) {
  for (const [name, part] of partsOf(schema, path))
    if (name !== path) yield [name, part] as [string, z.ZodType]
}

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** Amounts are decimals, in JSON as text too; the total that was shown is one. */
const isAmount = (path: string) => /(^|\.)(basePrice|price|total)$/.test(path)
/** No value of an input, but any name that a value may have. */
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
  test.each(numbers)('$at is nothing but one', ({ schema }) => {
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
    // An id or a limit that may be left out of a form comes as an empty text there.
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
