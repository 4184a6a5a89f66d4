import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { expect, test } from 'vitest'
import { carryOver } from './carry-over.ts'

function field(changes: Partial<TemplateField> & { id: string }): TemplateField {
  const { id } = changes
  return {
    label: id,
    type: 'text',
    options: [],
    required: false,
    placeholder: '',
    archived: false,
    ...changes,
  }
}
const fabric = (id: string, options: string[]) => field({ id, label: 'Fabric', type: 'dropdown', options })

test('answers go to the field of the same id, or of the same name and type', () => {
  const gown = [field({ id: 'a', label: 'Hem' }), field({ id: 'b', label: 'Lining' }), field({ id: 'c' })]
  const cape = [
    field({ id: 'a', label: 'Length' }),
    field({ id: 'x', label: 'LINING' }),
    field({ id: 'y', label: 'c', type: 'checkbox' }),
  ]
  const given = { a: '60 in', b: 'Silk', c: 'Ivory' }
  expect(carryOver(given, gown, cape)).toEqual({ ...given, x: 'Silk' })
})

test('an option carries over only if the other form offers it', () => {
  const gown = [fabric('a', ['Satin', 'Silk (+$250)'])]
  expect(carryOver({ a: 'Satin' }, gown, [fabric('b', ['Satin', 'Lace'])])).toHaveProperty('b', 'Satin')
  expect(carryOver({ a: 'Silk (+$250)' }, gown, [fabric('b', ['Satin'])])).not.toHaveProperty('b')
  expect(carryOver({ a: 'Silk (+$250)' }, gown, [fabric('a', ['Silk (+$300)'])])).toEqual({})
})

test('answers already on the other form stay', () => {
  const one = [field({ id: 'a', label: 'Hem' })]
  const other = [field({ id: 'b', label: 'Hem' })]
  expect(carryOver({ a: '60', b: '58' }, one, other)).toEqual({ a: '60', b: '58' })
})
