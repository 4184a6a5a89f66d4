import { Checkbox, NativeSelect, Stack, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { optionLabel } from '@trunkshow/contract/templates/fields.ts'
import {
  type Answer,
  type Answers,
  MAX_ANSWER_CHARACTERS,
  shownFields,
} from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import type { ReactNode } from 'react'
import { MeasurementsField } from '../../measurements/measurements-field.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { QuietText } from '../../ui/page/words.tsx'
import { FilesField } from './files-field.tsx'

interface OrderFormProps {
  /** The template's fields, in the order's version; hidden ones aren't shown. */
  fields: readonly TemplateField[]
  /** By field ID. */
  answers: Readonly<Answers>
  onChange: (fieldId: string, answer: Answer) => void
  /** Messages from `checkAnswers` and the server, by field ID. */
  errors?: Readonly<Record<string, string>>
  /** Whose measurements are offered. */
  customerId?: number | undefined
  isNew?: boolean
  /** Selected files of attachment fields that aren't uploaded yet, by field ID. */
  files: Readonly<Record<string, readonly File[]>>
  onFiles: (fieldId: string, files: File[]) => void
  /** An attachment field's stored files, shown above its new ones. */
  stored?: (fieldId: string) => ReactNode
  /** Extra properties for a field's input, such as a note on another user's change. */
  propsOf?: (field: TemplateField) => FieldProps
  disabled?: boolean
}

/** A template's form to fill in. It has no state: `checkAnswers` validates it, and `priceOrder` prices it. */
export function OrderForm({ fields, ...form }: OrderFormProps) {
  return (
    <Stack>
      {shownFields(fields).map((field) => (
        <OrderFormField key={field.id} field={field} {...form} />
      ))}
    </Stack>
  )
}

type FieldProps = Pick<TextInputProps, 'error' | 'description' | 'inputWrapperOrder'> & {
  [name: `data-${string}`]: unknown
}

/** One field of an order form, by its type (docs/product.md, Fields). */
function OrderFormField({ field, ...form }: Omit<OrderFormProps, 'fields'> & { field: TemplateField }) {
  const { id, type, label, required, placeholder, options } = field
  const { disabled } = form
  const answer = form.answers[id]
  const onChange = (answer: Answer) => form.onChange(id, answer)
  const besides = form.propsOf?.(field) ?? {}
  const error = form.errors?.[id] ?? besides.error
  const all = { ...besides, label, required, error, disabled }
  const typed = {
    ...all,
    value: typeof answer === 'string' ? answer : '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  switch (type) {
    case 'text':
      return <TextInput placeholder={placeholder} maxLength={MAX_ANSWER_CHARACTERS} {...typed} />
    case 'number':
      return <TextInput inputMode="decimal" autoComplete="off" placeholder={placeholder} {...typed} />
    case 'textarea':
      return (
        <Textarea
          rows={3}
          resize="vertical"
          maxLength={MAX_ANSWER_CHARACTERS}
          placeholder={placeholder}
          {...typed}
        />
      )
    case 'dropdown':
      return (
        <NativeSelect
          data={[
            { value: '', label: placeholder || 'Select an option' },
            ...options.map((option) => ({ value: option, label: optionLabel(option) })),
          ]}
          {...typed}
        />
      )
    case 'date':
      return <DateField placeholder={placeholder} {...typed} onChange={onChange} />
    case 'measurements':
      return (
        <MeasurementsField
          description={placeholder}
          customerId={form.customerId}
          setId={field.setId}
          startsWithNewest={form.isNew}
          {...typed}
          onChange={onChange}
        />
      )
    case 'attachment':
      return (
        <FilesField
          {...all}
          description={placeholder}
          value={form.files[id] ?? []}
          onChange={(files) => form.onFiles(id, files)}
        >
          {form.stored?.(id)}
        </FilesField>
      )
    case 'checkbox':
      return (
        <Checkbox
          {...all}
          label={
            <>
              {label}
              {required && (
                <QuietText span aria-hidden="true">
                  {' '}
                  *
                </QuietText>
              )}
            </>
          }
          description={besides.description ?? placeholder}
          aria-invalid={Boolean(error)}
          checked={answer === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    default:
      return type satisfies never
  }
}
