import { Button, Group, Text } from '@mantine/core'
import { templateCan } from '@trunkshow/contract/templates/rules.ts'
import { useId } from 'react'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { countOf } from '../../ui/list/count-of.ts'
import type { RowHandles } from '../../ui/list/ordered-list.tsx'
import { Tag } from '../../ui/list/tag.tsx'
import { ChoicesIcon } from '../../ui/page/frame-icons.tsx'
import styles from './field-editor.module.css'
import { FieldInputs, type FieldInputsProps, fieldsOf } from './field-inputs.tsx'
import { fieldNouns, fieldTypeLabels } from './field-type-labels.ts'
import { linesOf } from './template-form-values.ts'

interface FieldEditorProps<Values extends Record<string, unknown>> extends FieldInputsProps<Values> {
  handles: RowHandles
  opened: boolean
  onToggle: (opens: boolean) => void
  onRemove: () => void
}

/** One field of a template or one question: a summary line that expands to its settings. */
export function FieldEditor<Values extends Record<string, unknown>>(props: FieldEditorProps<Values>) {
  const { form, list, index, handles, opened, onToggle, stored, fieldsInUse, onRemove } = props
  const panelId = useId()
  const field = fieldsOf(props)[index]!
  const name = field.label || fieldNouns[list]
  const options = field.type === 'dropdown' ? linesOf(field.options).length : 0
  return (
    <li className={styles.field} data-dragged={handles.dragged}>
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
            <Text span c="dimmed" fz="xs">
              {fieldTypeLabels[list][field.type]}
              {options > 0 && `, ${countOf(String(options), 'option')}`}
              {field.required && ', required'}
            </Text>
          </Group>
          {field.archived && <Tag>Hidden</Tag>}
          <ChoicesIcon />
        </button>
        {handles.steps}
      </Group>
      <div id={panelId} hidden={!opened} className={styles.panel}>
        {opened && (
          <>
            <FieldInputs form={form} list={list} index={index} stored={stored} fieldsInUse={fieldsInUse} />
            <Group gap={0} mt="xs" mx="-xs">
              {list === 'fields' && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`${field.archived ? 'Unhide' : 'Hide'} ${name}`}
                  onClick={() => form.setFieldValue(`${list}.${index}.archived`, !field.archived as never)}
                >
                  {field.archived ? 'Unhide' : 'Hide'}
                </Button>
              )}
              <ReasonButton
                variant="subtle"
                size="compact-sm"
                color="bad"
                aria-label={`Delete ${name}`}
                reason={templateCan.deleteField({ fieldsInUse }, stored ?? field)}
                onClick={onRemove}
              >
                Delete
              </ReasonButton>
              {field.archived && (
                <Text c="dimmed" fz="xs" mx="xs">
                  Hidden fields don’t appear on new orders.
                </Text>
              )}
            </Group>
          </>
        )}
      </div>
    </li>
  )
}
