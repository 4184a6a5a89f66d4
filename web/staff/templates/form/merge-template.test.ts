import { expect, test } from 'vitest'
import { mergeTemplate } from './merge-template.ts'
import { type FieldValues, newField, type TemplateFormValues } from './template-form-values.ts'

const [item, hem, fabric] = ['Item', 'Hem', 'Fabric'].map((label) => newField(label)) as [
  FieldValues,
  FieldValues,
  FieldValues,
]
const base: TemplateFormValues = {
  templateName: 'Gown',
  itemType: 'Dress',
  products: [{ id: 1, name: 'Aurelie' }],
  fields: [item, hem, fabric],
  safeUpdate: false,
}
const labelsOf = ({ fields }: TemplateFormValues) => fields.map(({ label }) => label)
const merge = (mine: Partial<TemplateFormValues>, theirs: Partial<TemplateFormValues>) =>
  mergeTemplate(base, { ...base, ...mine }, { ...base, ...theirs })

test('what was not changed here becomes theirs, what was changed stays', () => {
  const { values, changed } = merge(
    { templateName: 'Evening gown', safeUpdate: true },
    { templateName: 'Ball gown', itemType: 'Gown', products: [] },
  )
  expect(values).toMatchObject({
    templateName: 'Evening gown',
    itemType: 'Gown',
    products: [],
    safeUpdate: true,
  })
  expect(changed).toEqual(['Name', 'Item type', 'Products'])
})

test('a field keeps changes made here and takes the other user’s', () => {
  const { values, changed } = merge(
    { fields: [item, { ...hem, label: 'Hem length' }, fabric] },
    { fields: [item, { ...hem, required: true }, { ...fabric, label: 'Leather' }] },
  )
  expect(labelsOf(values)).toEqual(['Item', 'Hem length', 'Leather'])
  expect(changed).toEqual(['“Hem”', '“Leather”'])
})

test('fields added by both users are all kept', () => {
  const [train, lining] = [newField('Train'), newField('Lining')]
  const { values } = merge({ fields: [item, hem, fabric, train] }, { fields: [item, lining, hem, fabric] })
  expect(labelsOf(values).toSorted()).toEqual(['Fabric', 'Hem', 'Item', 'Lining', 'Train'])
})

test('a field deleted by either user is deleted, unless the other changed it', () => {
  expect(labelsOf(merge({ fields: [item, hem] }, {}).values)).toEqual(['Item', 'Hem'])
  expect(labelsOf(merge({}, { fields: [item, hem] }).values)).toEqual(['Item', 'Hem'])
  const changed = [item, hem, { ...fabric, label: 'Leather' }]
  expect(labelsOf(merge({ fields: [item, hem] }, { fields: changed }).values)).toContain('Leather')
  expect(labelsOf(merge({ fields: changed }, { fields: [item, hem] }).values)).toContain('Leather')
})

test('the order is that of the user who changed it', () => {
  const turned = merge(
    { fields: [fabric, item, hem] },
    { fields: [item, { ...hem, required: true }, fabric] },
  )
  expect(labelsOf(turned.values)).toEqual(['Fabric', 'Item', 'Hem'])
  const taken = merge({}, { fields: [fabric, hem, item] })
  expect(labelsOf(taken.values)).toEqual(['Fabric', 'Hem', 'Item'])
  expect(taken.changed).toEqual(['field order'])
})
