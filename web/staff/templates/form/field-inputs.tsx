import { Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { templateMessages as text } from '@trunkshow/contract/templates/messages.ts'
import { readOption, templateCan } from '@trunkshow/contract/templates/rules.ts'
import { fieldTypes, type TemplateField } from '@trunkshow/contract/templates/schema.ts'
import type { ReactNode } from 'react'
import { Fields } from '../../ui/form/fields.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { fieldTypeLabels } from './field-type-labels.ts'
import { formatModifier } from './option-label.ts'
import styles from './options-field.module.css'
import { type FieldValues, linesOf } from './template-form-values.ts'

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

interface OptionsFieldProps {
  /** One option per line. */
  value: string
  onChange: (value: string) => void
  error: ReactNode
  /** Whether an option can change a price. */
  priced: boolean
}

/** The options of a dropdown, with a preview of each one's name and price change. */
function OptionsField({ value, onChange, error, priced }: OptionsFieldProps) {
  const options = linesOf(value).map(readOption)
  return (
    <div className={styles.columns}>
      <Textarea
        label="Options"
        description={priced ? 'One per line. Price change: (+$50) or (-$10)' : 'One per line'}
        placeholder={priced ? 'Silk crêpe (+$250)\nOrganza\nSatin (-$40)' : undefined}
        required
        rows={Math.min(12, Math.max(4, options.length + 1))}
        resize="vertical"
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {priced && options.length > 0 && (
        <table className={styles.read}>
          <caption>Preview</caption>
          <tbody>
            {options.map(({ name, cents }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two options may be the same while typing
              <tr key={place}>
                <td>{name}</td>
                <td>
                  {cents === 0 && mayBePrice(name) ? (
                    <b>no price found</b>
                  ) : (
                    formatModifier(cents) || 'no change'
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** Whether an option seems to have a price in another notation: `Gold +$50`, `Gold (+50)`. */
function mayBePrice(name: string) {
  return /[$]|\(\s*[+\-−–]\s*\d/.test(name)
}
