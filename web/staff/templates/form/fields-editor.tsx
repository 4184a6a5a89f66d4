import { Button, Input } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { nextLabel } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { OrderedList } from '../../ui/list/ordered-list.tsx'
import { FieldEditor } from './field-editor.tsx'
import styles from './fields-editor.module.css'
import { newField, type TemplateFormValues, toFields } from './template-form-values.ts'

interface FieldsEditorProps {
  form: UseFormReturnType<TemplateFormValues>
  /** The stored fields; empty for a new template. */
  stored?: readonly TemplateField[]
  /** IDs of the fields used in orders. */
  fieldsInUse?: readonly string[]
}

/** A template's fields in order, each a line that expands for editing. */
export function FieldsEditor({ form, stored = [], fieldsInUse = [] }: FieldsEditorProps) {
  const titleId = useId()
  const place = useRef<HTMLElement>(null)
  const { fields } = form.values
  const [open, setOpen] = useState<readonly string[]>(stored.length ? [] : fields.map(({ id }) => id))
  const toggle = (id: string, opens: boolean) =>
    setOpen((others) => (opens ? [...others, id] : others.filter((other) => other !== id)))
  const wrong = fields.flatMap(({ id }, index) =>
    Object.keys(form.errors).some((path) => path.startsWith(`fields.${index}.`)) ? [id] : [],
  )
  // A field with an error stays open until it is fixed.
  const wrongNow = wrong.join(' ')
  useEffect(() => {
    if (wrongNow) setOpen((others) => [...new Set([...others, ...wrongNow.split(' ')])])
  }, [wrongNow])

  const add = () => {
    const field = newField(nextLabel(toFields(fields)))
    form.setFieldValue('fields', [...fields, field])
    toggle(field.id, true)
    requestAnimationFrame(() => {
      const label = place.current?.querySelector<HTMLInputElement>('li:last-child input')
      label?.focus()
      label?.select()
    })
  }
  const remove = (index: number) => {
    form.removeListItem('fields', index)
    place.current?.querySelector<HTMLElement>('button[data-add]')?.focus()
  }
  return (
    <section ref={place} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        Form fields
      </h3>
      <OrderedList
        label="Form fields"
        items={fields.map(({ id, label }) => ({ id, name: label || 'Field' }))}
        onOrder={(_, move) => form.reorderListItem('fields', move)}
        onCancel={(before) =>
          form.setFieldValue(
            'fields',
            fields.toSorted((a, b) => before.indexOf(a.id) - before.indexOf(b.id)),
          )
        }
      >
        {(id, index, handles) => (
          <FieldEditor
            form={form}
            index={index}
            handles={handles}
            opened={open.includes(id) || wrong.includes(id)}
            onToggle={(opens) => toggle(id, opens)}
            stored={stored.find((field) => field.id === id)}
            fieldsInUse={fieldsInUse}
            onRemove={() => remove(index)}
          />
        )}
      </OrderedList>
      {form.errors.fields && <Input.Error className={styles.error}>{form.errors.fields}</Input.Error>}
      <Button variant="default" data-add onClick={add}>
        Add Field
      </Button>
    </section>
  )
}
