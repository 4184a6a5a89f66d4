import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { templateMessages as text } from '@trunkshow/contract/templates/messages.ts'
import { templateCan } from '@trunkshow/contract/templates/rules.ts'
import { fieldTypes, type TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { Fields } from '../../ui/form/fields.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { fieldTypeLabels } from './field-type-labels.ts'
import { OptionsField } from './options-field.tsx'
import type { FieldValues } from './template-form-values.ts'

/** A form with a list of fields: a template's, or the questions of an event. */
export interface FieldListProps<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>
  /** The path of the list in the form. */
  list: 'fields' | 'questions'
}

export const fieldsOf = <Values extends Record<string, unknown>>({ form, list }: FieldListProps<Values>) =>
  form.values[list] as FieldValues[]

export interface FieldInputsProps<Values extends Record<string, unknown>> extends FieldListProps<Values> {
  /** Its position among the fields. */
  index: number
  /** The stored field; undefined for a new one. */
  stored: TemplateField | undefined
  fieldsInUse: readonly string[]
}

/** A field's settings; those that orders using it don't allow are disabled with the reason. */
export function FieldInputs<Values extends Record<string, unknown>>(props: FieldInputsProps<Values>) {
  const { form, list, index, stored, fieldsInUse } = props
  const path = `${list}.${index}` as const
  const field = fieldsOf(props)[index]!
  const typeIsFixed = stored && templateCan.changeFieldType({ fieldsInUse }, stored)
  const requiredChanges = stored && fieldsInUse.includes(stored.id) && stored.required !== field.required
  const [, optionsError] =
    Object.entries(form.errors).find(([wrong]) => wrong.startsWith(`${path}.options`)) ?? []
  const { onChange: setOptions } = form.getInputProps(`${path}.options`)
  return (
    <Fields>
      <FieldRow>
        <TextInput label="Label" required {...form.getInputProps(`${path}.label`)} />
        <NativeSelect
          label="Type"
          data={fieldTypes.map((value) => ({ value, label: fieldTypeLabels[list][value] }))}
          disabled={Boolean(typeIsFixed)}
          description={typeIsFixed}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps(`${path}.type`)}
        />
      </FieldRow>
      {field.type === 'dropdown' && (
        <OptionsField
          value={field.options}
          onChange={setOptions}
          error={optionsError}
          priced={list === 'fields'}
        />
      )}
      <TextInput
        label={field.type === 'checkbox' || field.type === 'attachment' ? 'Hint' : 'Placeholder'}
        {...form.getInputProps(`${path}.placeholder`)}
      />
      <div>
        <Checkbox label="Required" {...form.getInputProps(`${path}.required`, { type: 'checkbox' })} />
        <Text c="dimmed" fz="xs" mt={requiredChanges ? 4 : 0} role="status">
          {requiredChanges && text.requiredChanges}
        </Text>
      </div>
    </Fields>
  )
}
