import { Button } from '@mantine/core'
import { shownFields, templateCan } from '@trunkshow/contract/templates/rules.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { useId } from 'react'
import { useMayDo } from '../../session/session-query.ts'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { countOf } from '../../ui/list/count-of.ts'
import { Tag } from '../../ui/list/tag.tsx'
import { useArchiveTemplate, useCopyTemplate, useRestoreTemplate } from '../queries.ts'
import styles from './template-card.module.css'

/** The dialogs a card can open. */
export type TemplateTask = 'edit' | 'remove'

interface TemplateCardProps {
  template: Template
  onTask: (task: TemplateTask) => void
}

/** One template: its products, its fields, its actions. */
export function TemplateCard({ template, onTask }: TemplateCardProps) {
  const { templateName, itemType, archived, inUse, productIds } = template
  const titleId = useId()
  const mayEdit = useMayDo('orders.edit')
  const fields = shownFields(template.fields)
  const facts = [
    itemType,
    countOf(String(fields.length), 'field'),
    productIds.length ? countOf(String(productIds.length), 'product') : 'all products',
  ]
  return (
    <li className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.name}>
          {templateName}
        </h2>
        {archived ? <Tag>Archived</Tag> : inUse && <Tag tone="accent">In use</Tag>}
      </div>
      <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      <p className={styles.fields}>{fields.map(({ label }) => label).join(', ')}</p>
      {mayEdit && (
        <div className={styles.actions}>
          <Actions template={template} onTask={onTask} />
        </div>
      )}
    </li>
  )
}

function Actions({ template, onTask }: TemplateCardProps) {
  const { templateName, archived } = template
  const copy = useCopyTemplate(template)
  const archive = useArchiveTemplate(template)
  const restore = useRestoreTemplate(template)
  const tasks = [
    archived && { label: 'Restore', pending: 'Restoring...', task: restore },
    { label: 'Copy', pending: 'Copying...', task: copy },
    !archived && { label: 'Archive', pending: 'Archiving...', task: archive },
  ].filter((task) => task !== false)
  return (
    <>
      {!archived && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Edit ${templateName}`}
          onClick={() => onTask('edit')}
        >
          Edit
        </Button>
      )}
      {tasks.map(({ label, pending, task }) => (
        <Button
          key={label}
          variant="subtle"
          size="compact-sm"
          disabled={task.isPending}
          aria-label={`${label} ${templateName}`}
          onClick={() => task.mutate()}
        >
          {task.isPending ? pending : label}
        </Button>
      ))}
      <ReasonButton
        variant="subtle"
        size="compact-sm"
        color="bad"
        aria-label={`Delete ${templateName}`}
        reason={templateCan.delete(template)}
        onClick={() => onTask('remove')}
      >
        Delete
      </ReasonButton>
    </>
  )
}
