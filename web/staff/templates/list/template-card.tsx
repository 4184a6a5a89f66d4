import { Button, Text, Title } from '@mantine/core'
import { shownFields, templateCan } from '@trunkshow/contract/templates/rules.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { useMayDo } from '../../session/session-query.ts'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { CardActions, RecordCard } from '../../ui/list/card.tsx'
import { countOf } from '../../ui/list/count-of.ts'
import { Tag } from '../../ui/list/tag.tsx'
import { useArchiveTemplate, useCopyTemplate, useRestoreTemplate } from '../queries.ts'

/** The dialogs a card can open. */
export type TemplateTask = 'edit' | 'remove'

interface TemplateCardProps {
  template: Template
  onTask: (task: TemplateTask) => void
}

/** One template: its products, its fields, its actions. */
export function TemplateCard({ template, onTask }: TemplateCardProps) {
  const { templateName, itemType, archived, inUse, productIds } = template
  const mayEdit = useMayDo('orders.edit')
  const fields = shownFields(template.fields)
  const facts = [
    itemType,
    countOf(String(fields.length), 'field'),
    productIds.length ? countOf(String(productIds.length), 'product') : 'all products',
  ]
  return (
    <RecordCard
      height={176}
      title={(id) => (
        <Title order={2} id={id} lh={1.15} miw={0} textWrap="balance">
          {templateName}
        </Title>
      )}
      tag={archived ? <Tag>Archived</Tag> : inUse && <Tag tone="accent">In use</Tag>}
    >
      <Text mt={4} c="dimmed" fz="xs">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      <Text lineClamp={2} my="sm">
        {fields.map(({ label }) => label).join(', ')}
      </Text>
      {mayEdit && (
        <CardActions>
          <Actions template={template} onTask={onTask} />
        </CardActions>
      )}
    </RecordCard>
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
        ml="auto"
        aria-label={`Delete ${templateName}`}
        reason={templateCan.delete(template)}
        onClick={() => onTask('remove')}
      >
        Delete
      </ReasonButton>
    </>
  )
}
