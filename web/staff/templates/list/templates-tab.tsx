import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { useState } from 'react'
import { useMayDo } from '../../session/session-query.ts'
import { DeleteDialog } from '../../ui/dialog/delete-dialog.tsx'
import { CardList } from '../../ui/list/card.tsx'
import { ArchivedFilter, ListScreen } from '../../ui/list/list-screen.tsx'
import { TemplateDialog } from '../form/template-dialog.tsx'
import { type TemplateFilter, templatesQuery, useDeleteTemplate } from '../queries.ts'
import { TemplateCard, type TemplateTask } from './template-card.tsx'

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
