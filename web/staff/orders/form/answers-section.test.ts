import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { expect, test } from 'vitest'
import { describeFormUpdate } from './answers-section.tsx'

const field = (id: string, changes: Partial<TemplateField> = {}): TemplateField => ({
  id,
  label: id,
  type: 'text',
  options: [],
  required: false,
  placeholder: '',
  archived: false,
  ...changes,
})
const fabric = (options: string[], changes: Partial<TemplateField> = {}) =>
  field('Fabric', { type: 'dropdown', options, ...changes })

const describe = (from: TemplateField[], to: TemplateField[], answers = {}) =>
  describeFormUpdate(answers, from, to, (id) => (id === 'Sketch' ? 2 : 0))

test('fields that come and go are named, with what is kept of them', () => {
  const sketch = field('Sketch', { type: 'attachment' })
  const from = [
    field('Item'),
    fabric(['Silk (+$250)']),
    field('Mono', { type: 'checkbox' }),
    sketch,
    field('Train'),
  ]
  const to = [field('Item'), { ...from[1]!, archived: true }, field('Hem', { required: true }), field('Veil')]
  const answers = { Item: 'Gown', Fabric: 'Silk (+$250)', Mono: true }
  expect(describe(from, to, answers)).toEqual({
    answers,
    added: ['Hem (required)', 'Veil'],
    leaving: ['Fabric: Silk (+$250.00)', 'Mono: Yes', 'Sketch: 2 files', 'Train: no answer'],
    changed: [],
  })
})

test('an answer keeps the option of the same name, and its price change is reported', () => {
  const { answers, changed } = describe(
    [fabric(['Silk (+$250)', 'Satin', 'Wool'])],
    [fabric(['Silk (+$300)', 'Satin (-$10)', 'Lace (+$900)'])],
    { Fabric: 'Silk (+$250)' },
  )
  expect(answers).toEqual({ Fabric: 'Silk (+$300)' })
  expect(changed).toEqual([
    'Fabric: Silk changes from +$250.00 to +$300.00.',
    'Fabric: Satin changes from no extra charge to −$10.00.',
    'Fabric: Wool is no longer an option.',
    'Fabric: Lace (+$900.00) is a new option.',
  ])
})

test('a choice that no longer exists is cleared, and has to be made again', () => {
  const { answers, changed } = describe([fabric(['Silk', 'Satin'])], [fabric(['Satin'])], { Fabric: 'Silk' })
  expect(answers).toEqual({ Fabric: '' })
  expect(changed).toEqual(['Fabric: Silk is no longer an option. Select another one.'])
})

test('a new label and a new rule are reported', () => {
  const to = [field('Item', { label: 'Description', required: true })]
  expect(describe([field('Item')], to, { Item: 'Gown' })).toMatchObject({
    answers: { Item: 'Gown' },
    changed: ['Item is now called Description.', 'Description is now required.'],
  })
})
