import { Checkbox, NativeSelect, Text, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { type Answer, MAX_ANSWER_CHARACTERS } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import type { ReactNode } from 'react'
import { FilesField } from './files-field.tsx'
import { optionLabel } from './option-label.ts'

/** Properties shared by every input. */
export type FieldProps = Pick<TextInputProps, 'error' | 'description' | 'inputWrapperOrder'> & {
  [name: `data-${string}`]: unknown
}

interface OrderFormFieldProps {
  field: TemplateField
  answer: Answer | undefined
  onChange: (answer: Answer) => void
  error: string | undefined
  besides: FieldProps | undefined
  files: readonly File[]
  onFiles: (files: File[]) => void
  stored: ReactNode
  disabled: boolean | undefined
}

/** One field of an order form, by its type (docs/product.md, Fields). */
export function OrderFormField({ field, answer, onChange, ...rest }: OrderFormFieldProps) {
  const { type, label, required, placeholder, options } = field
  const { besides = {}, disabled, files, onFiles, stored } = rest
  const error = rest.error ?? besides.error
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
    case 'attachment':
      return (
        <FilesField
          label={label}
          required={required}
          error={error}
          disabled={disabled}
          description={placeholder}
          value={files}
          onChange={onFiles}
        >
          {stored}
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
                <Text span c="dimmed" aria-hidden="true">
                  {' '}
                  *
                </Text>
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
