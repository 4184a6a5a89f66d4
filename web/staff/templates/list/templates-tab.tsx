import { Button, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { shownFields, templateCan } from '@trunkshow/contract/templates/rules.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { useState } from 'react'
import { useMayDo } from '../../session/session-query.ts'
import { DeleteDialog } from '../../ui/dialog/delete-dialog.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { CardActions, CardList, RecordCard } from '../../ui/list/card.tsx'
import { countOf } from '../../ui/list/count-of.ts'
import { ArchivedFilter, ListScreen } from '../../ui/list/list-screen.tsx'
import { Tag } from '../../ui/list/tag.tsx'
import { TemplateDialog } from '../form/template-dialog.tsx'
import {
  type TemplateFilter,
  templatesQuery,
  useArchiveTemplate,
  useCopyTemplate,
  useDeleteTemplate,
  useRestoreTemplate,
} from '../queries.ts'

interface TemplatesTabProps {
  filter: TemplateFilter
  onFilter: (change: TemplateFilter) => void
}

/** The Templates tab: the order forms. */
export function TemplatesTab({ filter, onFilter }: TemplatesTabProps) {
  const { q, archived } = filter
  const list = useInfiniteQuery(templatesQuery(filter))
  const mayEdit = useMayDo('orders.edit')
  const [adding, setAdding] = useState(false)
  const add = mayEdit ? () => setAdding(true) : undefined
  return (
    <>
      <ListScreen
        list={list}
        noun="template"
        q={q}
        onSearch={(q) => onFilter({ q })}
        filters={<ArchivedFilter archived={archived} onFilter={onFilter} />}
        actions={add && <Button onClick={add}>New Template</Button>}
        empty={{
          filtered: (q !== undefined || archived !== undefined) && {
            text: q
              ? `No ${archived ? 'archived ' : ''}templates match your search.`
              : 'Archived templates appear here. You can restore them anytime.',
            label: 'Show active templates',
            onClear: () => onFilter({ q: undefined, archived: undefined }),
          },
          title: 'No Templates Yet',
          children:
            'A template is a form for taking orders: measurements, fabrics and their prices, sketches. Create one for each type of item you make.',
          ways: add && [['Create your first template', add]],
        }}
      >
        {(templates, outdated) => <TemplateCards templates={templates} outdated={outdated} />}
      </ListScreen>
      {adding && <TemplateDialog onClose={() => setAdding(false)} />}
    </>
  )
}

interface TemplateCardsProps {
  templates: readonly Template[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
}

/** A card for each template. Dialogs outlive their card and an emptied list, so nothing typed is lost. */
function TemplateCards({ templates, outdated }: TemplateCardsProps) {
  const [open, setOpen] = useState<{ template: Template; task: TemplateTask }>()
  const close = () => setOpen(undefined)
  return (
    <>
      {templates.length > 0 && (
        <CardList label="Templates" width={300} outdated={outdated}>
          {templates.map((template) => (
            <TemplateCard
              key={template.id}
              template={template}
              onTask={(task) => setOpen({ template, task })}
            />
          ))}
        </CardList>
      )}
      {open?.task === 'edit' && <TemplateDialog id={open.template.id} onClose={close} />}
      {open?.task === 'remove' && <DeleteTemplateDialog template={open.template} onClose={close} />}
    </>
  )
}

interface DeleteTemplateDialogProps {
  template: Template
  onClose: () => void
}

/** Confirms deleting a template; one that orders use can't be deleted (docs/product.md, Changing a form in use). */
function DeleteTemplateDialog({ template, onClose }: DeleteTemplateDialogProps) {
  const remove = useDeleteTemplate(template)
  return (
    <DeleteDialog
      noun="template"
      loading={remove.isPending}
      onDelete={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      This deletes <strong>{template.templateName}</strong> and its fields. This can’t be undone.
    </DeleteDialog>
  )
}

/** The dialogs a card can open. */
type TemplateTask = 'edit' | 'remove'

interface TemplateCardProps {
  template: Template
  onTask: (task: TemplateTask) => void
}

/** One template: its products, its fields, its actions. */
function TemplateCard({ template, onTask }: TemplateCardProps) {
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
