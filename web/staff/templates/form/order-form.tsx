import { type Answer, type Answers, shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import type { ReactNode } from 'react'
import { Fields } from '../../ui/form/fields.tsx'
import { type FieldProps, OrderFormField } from './order-form-field.tsx'

export interface OrderFormProps {
  /** The template's fields, in the order's version; hidden ones aren't shown. */
  fields: readonly TemplateField[]
  /** By field ID. */
  answers: Readonly<Answers>
  onChange: (fieldId: string, answer: Answer) => void
  /** Messages from `checkAnswers` and the server, by field ID. */
  errors?: Readonly<Record<string, string>>
  /** Selected files of attachment fields that aren't uploaded yet, by field ID. */
  files: Readonly<Record<string, readonly File[]>>
  onFiles: (fieldId: string, files: File[]) => void
  /** An attachment field's stored files, shown above its new ones. */
  stored?: (fieldId: string) => ReactNode
  /** Extra properties for a field's input, such as a note on another user's change. */
  propsOf?: (field: TemplateField) => FieldProps
  disabled?: boolean
}

/**
 * A template's form to fill in: for the preview, a new order, and an order being edited. It has no state:
 * `checkAnswers` validates it, and `priceOrder` prices it.
 */
export function OrderForm({ fields, answers, onChange, errors, files, onFiles, ...rest }: OrderFormProps) {
  const { stored, propsOf, disabled } = rest
  return (
    <Fields>
      {shownFields(fields).map((field) => (
        <OrderFormField
          key={field.id}
          field={field}
          answer={answers[field.id]}
          onChange={(answer) => onChange(field.id, answer)}
          error={errors?.[field.id]}
          besides={propsOf?.(field)}
          files={files[field.id] ?? []}
          onFiles={(files) => onFiles(field.id, files)}
          stored={stored?.(field.id)}
          disabled={disabled}
        />
      ))}
    </Fields>
  )
}
