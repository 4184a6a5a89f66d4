import { type Answer, type Answers, shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import type { ReactNode } from 'react'
import { Fields } from '../../ui/form/fields.tsx'
import { type FieldProps, OrderFormField } from './order-form-field.tsx'

export interface OrderFormProps {
  /** Of the template, or of the version an order was made with. Hidden ones are not shown. */
  fields: readonly TemplateField[]
  /** What is filled in, by field id. */
  answers: Readonly<Answers>
  onChange: (fieldId: string, answer: Answer) => void
  /** Sentences of `checkAnswers` and of the server, by field id. */
  errors?: Readonly<Record<string, string>>
  /** Files chosen for attachment fields and not sent yet, by field id. */
  files: Readonly<Record<string, readonly File[]>>
  onFiles: (fieldId: string, files: File[]) => void
  /** What an attachment field holds on the server already, shown above its new files. */
  stored?: (fieldId: string) => ReactNode
  /** What the input of a field is given besides, such as a note of another person's change. */
  propsOf?: (field: TemplateField) => FieldProps
  disabled?: boolean
}

/**
 * The form of a template, filled in: in the preview, for a new order and while an order is edited. It holds nothing
 * itself: `checkAnswers` says what is wrong, `priceOrder` what it costs.
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
