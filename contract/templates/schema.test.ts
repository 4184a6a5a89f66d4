import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { templateChange, templateField, templateInput } from './schema.ts'

const item = { id: 'item', label: 'Item Description', type: 'text' }
const input = { templateName: 'Gown', fields: [item] }

/** The first message for each rejected path. */
function sentences(schema: typeof templateInput | typeof templateChange, value: unknown) {
  const issues = schema.safeParse(value).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}

describe('the template form', () => {
  test('fills in the defaults of a new template', () => {
    const field = { ...item, options: [], required: false, placeholder: '', archived: false }
    expect(templateInput.parse(input)).toEqual({ templateName: 'Gown', fields: [field], productIds: [] })
    expect(templateChange.parse(input)).toMatchObject({ safeUpdate: false })
  })

  test('takes lists as JSON text too', () => {
    const { fields, productIds } = templateInput.parse({
      templateName: 'Gown',
      fields: JSON.stringify([item]),
      productIds: '[3]',
    })
    expect([fields[0]!.label, productIds]).toEqual(['Item Description', [3]])
  })

  test('puts names, labels and options into one line each, without empty options', () => {
    const { templateName, fields } = templateInput.parse({
      templateName: ' Evening\ngown ',
      fields: [
        {
          ...item,
          type: 'dropdown',
          label: 'Hem\tlength',
          options: [' Silk  (+$5)', '', ' ', 'Li\u0000nen\ud800'],
        },
      ],
    })
    expect([templateName, fields[0]!.label, fields[0]!.options]).toEqual([
      'Evening gown',
      'Hem length',
      ['Silk (+$5)', 'Li nen'],
    ])
  })

  test.each<[string, object, Record<string, string>]>([
    ['no name', { templateName: ' ' }, { templateName: 'Name is required' }],
    ['no name at all', { templateName: undefined }, { templateName: 'Name is required' }],
    [
      'too long a name',
      { templateName: 'x'.repeat(201) },
      { templateName: 'Name must be 200 characters or less' },
    ],
    [
      'too long an item type',
      { itemType: 'x'.repeat(101) },
      { itemType: 'Item type must be 100 characters or less' },
    ],
    ['no fields', { fields: [] }, { fields: 'At least one field is required' }],
    ['fields that are none', { fields: 'x' }, { fields: 'Invalid fields format' }],
    ['fields left out', { fields: undefined }, { fields: 'Invalid fields format' }],
    ['no label', { fields: [{ ...item, label: ' ' }] }, { 'fields.0.label': 'Field label is required' }],
    ['another type', { fields: [{ ...item, type: 'color' }] }, { 'fields.0.type': 'Select a field type' }],
    ['an id that is none', { fields: [{ ...item, id: 'a b' }] }, { 'fields.0.id': 'Invalid fields format' }],
    [
      'an id that objects keep',
      { fields: [{ ...item, id: '__proto__' }] },
      { 'fields.0.id': 'Invalid fields format' },
    ],
    [
      'a name of every object',
      { fields: [{ ...item, id: 'toString' }] },
      { 'fields.0.id': 'Invalid fields format' },
    ],
    ['an id twice', { fields: [item, item] }, { fields: 'Two fields have the same id.' }],
    [
      'a dropdown without options',
      { fields: [{ ...item, type: 'dropdown', options: [' '] }] },
      { 'fields.0.options': 'Enter at least one option, one per line' },
    ],
    [
      'an option twice',
      { fields: [{ ...item, type: 'dropdown', options: ['Silk', ' Silk '] }] },
      { 'fields.0.options': 'Enter each option only once' },
    ],
    [
      'too many fields',
      { fields: Array.from({ length: 101 }, (_, n) => ({ ...item, id: `f${n}` })) },
      { fields: 'A template can have at most 100 fields' },
    ],
    ['products that are none', { productIds: ['x'] }, { 'productIds.0': 'Select products from the list' }],
    ['too large a number', { productIds: [2 ** 31] }, { 'productIds.0': 'Select products from the list' }],
    ['a number below one', { productIds: [0] }, { 'productIds.0': 'Select products from the list' }],
  ])('is refused with %s', (_what, changes, expected) => {
    expect(sentences(templateInput, { ...input, ...changes })).toEqual(expected)
  })

  test('refuses or reads any input, and reads its own output unchanged', () => {
    const signs = fc.constantFrom(...'ab é漢\t\n\0', '\u202e', '👗', '\ud800', '__proto__')
    const text = fc.array(signs).map((parts) => parts.join(''))
    const someField = fc.record(
      {
        id: fc.oneof(fc.constantFrom('item', 'a-1_B'), text),
        label: text,
        type: fc.constantFrom('text', 'dropdown', 'checkbox', 'color'),
        options: fc.oneof(fc.array(text), fc.jsonValue({ maxDepth: 2 })),
        required: fc.boolean(),
        archived: fc.oneof(fc.boolean(), fc.jsonValue({ maxDepth: 2 })),
      },
      { requiredKeys: ['id', 'label', 'type'] },
    )
    fc.assert(
      fc.property(fc.oneof(someField, fc.jsonValue({ maxDepth: 2 })), (value) => {
        const { data } = templateField.safeParse(value)
        if (data) expect(templateField.parse(data)).toEqual(data)
      }),
    )
  })
})
