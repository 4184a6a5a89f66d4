import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { templateMessages as text } from '@trunkshow/contract/templates/messages.ts'
import { templateCan } from '@trunkshow/contract/templates/rules.ts'
import { fieldTypes, type TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { Fields } from '../../ui/form/fields.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import styles from './field-editor.module.css'
import { fieldTypeLabels } from './field-type-labels.ts'
import { OptionsField } from './options-field.tsx'
import type { TemplateFormValues } from './template-form-values.ts'

export interface FieldInputsProps {
  form: UseFormReturnType<TemplateFormValues>
  /** Its position among the fields. */
  index: number
  /** The stored field; undefined for a new one. */
  stored: TemplateField | undefined
  fieldsInUse: readonly string[]
}

/** A field's settings; those that orders using it don't allow are disabled with the reason. */
export function FieldInputs({ form, index, stored, fieldsInUse }: FieldInputsProps) {
  const path = `fields.${index}` as const
  const field = form.values.fields[index]!
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
          data={fieldTypes.map((value) => ({ value, label: fieldTypeLabels[value] }))}
          disabled={Boolean(typeIsFixed)}
          description={typeIsFixed}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps(`${path}.type`)}
        />
      </FieldRow>
      {field.type === 'dropdown' && (
        <OptionsField value={field.options} onChange={setOptions} error={optionsError} />
      )}
      <TextInput
        label={field.type === 'checkbox' || field.type === 'attachment' ? 'Hint' : 'Placeholder'}
        {...form.getInputProps(`${path}.placeholder`)}
      />
      <div>
        <Checkbox label="Required" {...form.getInputProps(`${path}.required`, { type: 'checkbox' })} />
        <p className={styles.hint} role="status">
          {requiredChanges && text.requiredChanges}
        </p>
      </div>
    </Fields>
  )
}
