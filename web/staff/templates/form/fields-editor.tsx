import { Button, Input, Text, Title } from '@mantine/core'
import { nextLabel } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { OrderedList } from '../../ui/list/ordered-list.tsx'
import { FieldEditor } from './field-editor.tsx'
import { type FieldListProps, fieldsOf } from './field-inputs.tsx'
import { fieldNouns } from './field-type-labels.ts'
import { newField, toFields } from './template-form-values.ts'

interface FieldsEditorProps<Values extends Record<string, unknown>> extends FieldListProps<Values> {
  /** What can be added, below the title. */
  description?: string
  /** The most fields; the button to add one is disabled then. */
  most?: number
  /** The stored fields; empty for a new template. */
  stored?: readonly TemplateField[]
  /** IDs of the fields used in orders. */
  fieldsInUse?: readonly string[]
}

/** A template's fields, or an event's questions, in order, each a line that expands for editing. */
export function FieldsEditor<Values extends Record<string, unknown>>(props: FieldsEditorProps<Values>) {
  const { form, list, stored = [], fieldsInUse = [], description, most } = props
  const titleId = useId()
  const place = useRef<HTMLElement>(null)
  const fields = fieldsOf(props)
  const noun = fieldNouns[list]
  const title = list === 'fields' ? 'Form fields' : 'Your own questions'
  const [open, setOpen] = useState<readonly string[]>(
    stored.length || list === 'questions' ? [] : fields.map(({ id }) => id),
  )
  const toggle = (id: string, opens: boolean) =>
    setOpen((others) => (opens ? [...others, id] : others.filter((other) => other !== id)))
  const wrong = fields.flatMap(({ id }, index) =>
    Object.keys(form.errors).some((path) => path.startsWith(`${list}.${index}.`)) ? [id] : [],
  )
  // A field with an error stays open until it is fixed.
  const wrongNow = wrong.join(' ')
  useEffect(() => {
    if (wrongNow) setOpen((others) => [...new Set([...others, ...wrongNow.split(' ')])])
  }, [wrongNow])

  const add = () => {
    const field = newField(list === 'fields' ? nextLabel(toFields(fields)) : '')
    form.setFieldValue(list, [...fields, field] as never)
    toggle(field.id, true)
    requestAnimationFrame(() => {
      const label = place.current?.querySelector<HTMLInputElement>('li:last-child input')
      label?.focus()
      label?.select()
    })
  }
  const remove = (index: number) => {
    form.removeListItem(list, index)
    place.current?.querySelector<HTMLElement>('button[data-add]')?.focus()
  }
  return (
    <section ref={place} aria-labelledby={titleId}>
      <Title order={3} id={titleId} mb="xs">
        {title}
      </Title>
      {description && (
        <Text mt={-4} mb="xs" c="dimmed" fz="xs">
          {description}
        </Text>
      )}
      <OrderedList
        label={title}
        items={fields.map(({ id, label }) => ({ id, name: label || noun }))}
        onOrder={(_, move) => form.reorderListItem(list, move)}
        onCancel={(before) =>
          form.setFieldValue(
            list,
            fields.toSorted((a, b) => before.indexOf(a.id) - before.indexOf(b.id)) as never,
          )
        }
      >
        {(id, index, handles) => (
          <FieldEditor
            form={form}
            list={list}
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
      {form.errors[list] && <Input.Error mb="xs">{form.errors[list]}</Input.Error>}
      <Button variant="default" data-add disabled={fields.length === most} onClick={add}>
        Add {noun}
      </Button>
    </section>
  )
}
