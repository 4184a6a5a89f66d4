import {
  Box,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { formatModifier } from '@trunkshow/contract/templates/fields.ts'
import { templateMessages as text } from '@trunkshow/contract/templates/messages.ts'
import { nextLabel, readOption, templateCan } from '@trunkshow/contract/templates/rules.ts'
import type { FieldType, TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { setsQuery } from '../../measurements/queries.ts'
import { RowButton } from '../../ui/feedback/reason-button.tsx'
import { Choose } from '../../ui/form/choose.tsx'
import type { useEditForm } from '../../ui/form/form-dialog.tsx'
import { FieldRow } from '../../ui/form/form-shell.tsx'
import { OrderedList, type RowHandles } from '../../ui/list/ordered-list.tsx'
import { ChoicesIcon } from '../../ui/page/frame-icons.tsx'
import { tiles } from '../../ui/page/tiles.ts'
import { countOf, QuietButton, QuietText, Tag } from '../../ui/page/words.tsx'
import styles from './field-editor.module.css'
import { type FieldValues, linesOf, newField, toFields } from './template-form-values.ts'

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
  const { form, list, stored = [], fieldsInUse = [], edit, description, most } = props
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
  const notesOf = (id: string) =>
    Object.entries(edit?.notes ?? {}).filter(([path]) => path.startsWith(`${list}.${id}.`))
  const isWrong = (id: string, index: number) =>
    Object.keys(form.errors).some((path) => path.startsWith(`${list}.${index}.`)) ||
    notesOf(id).some(([, { isConflict }]) => isConflict)
  // What needs a look is opened; a field with an error or a conflict stays open until it is fixed.
  const toOpen = fields
    .map(({ id }) => id)
    .filter((id, index) => isWrong(id, index) || notesOf(id).length > 0)
    .join(' ')
  useEffect(() => {
    if (toOpen) setOpen((others) => [...new Set([...others, ...toOpen.split(' ')])])
  }, [toOpen])

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
        <QuietText mt={-4} mb="xs" fz="xs">
          {description}
        </QuietText>
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
            edit={edit}
            list={list}
            index={index}
            handles={handles}
            opened={open.includes(id) || isWrong(id, index)}
            onToggle={(opens) => toggle(id, opens)}
            stored={stored.find((field) => field.id === id)}
            fieldsInUse={fieldsInUse}
            onRemove={() => remove(index)}
          />
        )}
      </OrderedList>
      {form.errors[list] && <Input.Error mb="xs">{form.errors[list]}</Input.Error>}
      {edit?.noteAt(list).description}
      <QuietButton data-add disabled={fields.length === most} onClick={add}>
        Add {noun}
      </QuietButton>
    </section>
  )
}

interface FieldEditorProps<Values extends Record<string, unknown>> extends FieldListProps<Values> {
  index: number
  /** The stored field; undefined for a new one. */
  stored: TemplateField | undefined
  fieldsInUse: readonly string[]
  handles: RowHandles
  opened: boolean
  onToggle: (opens: boolean) => void
  onRemove: () => void
}

/** One field or question: a line that expands to its settings; those that orders don't allow say why. */
function FieldEditor<Values extends Record<string, unknown>>(props: FieldEditorProps<Values>) {
  const { form, edit, list, index, handles, opened, onToggle, stored, fieldsInUse, onRemove } = props
  const panelId = useId()
  const field = fieldsOf(props)[index]!
  const name = field.label || fieldNouns[list]
  const options = field.type === 'dropdown' ? linesOf(field.options).length : 0
  const path = `${list}.${index}` as const
  const typeIsFixed = stored && templateCan.changeFieldType({ fieldsInUse }, stored)
  const requiredChanges = stored && fieldsInUse.includes(stored.id) && stored.required !== field.required
  const [, optionsError] =
    Object.entries(form.errors).find(([wrong]) => wrong.startsWith(`${path}.options`)) ?? []
  const optionsField = form.getInputProps(`${path}.options`)
  const hiding = form.getInputProps(`${path}.archived`)
  return (
    <Box
      component="li"
      bg={handles.dragged ? 'var(--accent-wash)' : 'var(--sheet)'}
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <Group gap="xs" wrap="nowrap" mih="calc(var(--control) + var(--g2))">
        {handles.grip}
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={opened}
          aria-controls={panelId}
          onClick={() => onToggle(!opened)}
        >
          <Group component="span" gap="0 12px" align="baseline" flex={1} miw={0}>
            <Text span miw={0} fw={field.archived ? 400 : 600} c={field.archived ? 'dimmed' : undefined}>
              {name}
            </Text>
            <QuietText span fz="xs">
              {fieldTypeLabels[list][field.type as QuestionType]}
              {options > 0 && `, ${countOf(String(options), 'option')}`}
              {field.required && ', required'}
            </QuietText>
          </Group>
          {field.archived && <Tag>Hidden</Tag>}
          <ChoicesIcon />
        </button>
        {handles.steps}
      </Group>
      <div id={panelId} hidden={!opened} className={styles.panel}>
        {opened && (
          <>
            <Stack>
              <FieldRow>
                <TextInput label="Label" required {...form.getInputProps(`${path}.label`)} />
                <NativeSelect
                  label="Type"
                  data={Object.entries(fieldTypeLabels[list]).map(([value, label]) => ({ value, label }))}
                  disabled={Boolean(typeIsFixed)}
                  description={typeIsFixed ?? (list === 'fields' && typeHints[field.type])}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  {...form.getInputProps(`${path}.type`)}
                />
              </FieldRow>
              {field.type === 'dropdown' && (
                <OptionsField
                  {...optionsField}
                  error={optionsField.error ?? optionsError}
                  priced={list === 'fields'}
                />
              )}
              {field.type === 'measurements' && <SetField {...form.getInputProps(`${path}.setId`)} />}
              <TextInput
                label={field.type === 'checkbox' || field.type === 'attachment' ? 'Hint' : 'Placeholder'}
                {...form.getInputProps(`${path}.placeholder`)}
              />
              <div>
                <Checkbox
                  label="Required"
                  {...form.getInputProps(`${path}.required`, { type: 'checkbox' })}
                />
                <QuietText fz="xs" mt={requiredChanges ? 4 : 0} role="status">
                  {requiredChanges && text.requiredChanges}
                </QuietText>
              </div>
            </Stack>
            {edit?.noteAt(`${path}.archived`).description}
            <Group gap={0} mt="xs" mx="-xs">
              {list === 'fields' && (
                <RowButton
                  label={field.archived ? 'Unhide' : 'Hide'}
                  of={name}
                  onClick={() => hiding.onChange(!field.archived)}
                />
              )}
              <RowButton
                label="Delete"
                of={name}
                color="bad"
                reason={templateCan.deleteField({ fieldsInUse }, stored ?? field)}
                onClick={onRemove}
              />
              {field.archived && (
                <QuietText fz="xs" mx="xs">
                  Hidden fields don’t appear on new orders.
                </QuietText>
              )}
            </Group>
          </>
        )}
      </div>
    </Box>
  )
}

/** A form with a list of fields: a template's, or the questions of an event. */
interface FieldListProps<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>
  /** Another user's changes; absent if there are none to expect. */
  edit?: Pick<ReturnType<typeof useEditForm>, 'notes' | 'noteAt'> | undefined
  /** The path of the list in the form. */
  list: 'fields' | 'questions'
}

const fieldsOf = <Values extends Record<string, unknown>>({ form, list }: FieldListProps<Values>) =>
  form.values[list] as FieldValues[]

interface OptionsFieldProps extends GetInputPropsReturnType {
  /** Whether an option can change a price. */
  priced: boolean
}

/** The options of a dropdown, one per line, with a preview of each one's name and price change. */
function OptionsField({ priced, ...field }: OptionsFieldProps) {
  const options = linesOf(field.value).map(readOption)
  return (
    <div style={{ ...tiles(200, 'var(--g3) var(--g4)', true), alignItems: 'start' }}>
      <Textarea
        label="Options"
        description={priced ? 'One per line. Price change: (+$50) or (-$10)' : 'One per line'}
        placeholder={priced ? 'Silk crêpe (+$250)\nOrganza\nSatin (-$40)' : undefined}
        required
        rows={Math.min(12, Math.max(4, options.length + 1))}
        resize="vertical"
        {...field}
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

/** The set that a field takes measurements of. */
function SetField({ value, onChange, ...field }: GetInputPropsReturnType) {
  const { data: sets = [] } = useQuery(setsQuery())
  return (
    <Choose
      label="Measurement set"
      {...field}
      value={value as number | undefined}
      onChoose={onChange}
      choices={[['', 'Any'], ...sets.map(({ id, name }) => [id, name] as const)]}
    />
  )
}

const typeHints: Partial<Record<FieldType, string>> = {
  date: 'The first date also fills Needed by, while that is empty.',
  measurements: 'Keeps the customer’s newest measurements as they are when the order is taken.',
}

type QuestionType = Exclude<FieldType, 'measurements'>

/** The names of the field types of order forms (docs/product.md, Fields), and of an event's questions. */
export const fieldTypeLabels: { fields: Record<FieldType, string>; questions: Record<QuestionType, string> } =
  {
    fields: {
      text: 'Text',
      number: 'Number',
      dropdown: 'Dropdown',
      textarea: 'Text area',
      attachment: 'Attachment',
      checkbox: 'Checkbox',
      date: 'Date',
      measurements: 'Measurements',
    },
    questions: {
      text: 'Text',
      number: 'Number',
      dropdown: 'Choice',
      textarea: 'Longer text',
      attachment: 'Photo',
      checkbox: 'Checkbox',
      date: 'Date',
    },
  }

const fieldNouns = { fields: 'Field', questions: 'Question' } as const
