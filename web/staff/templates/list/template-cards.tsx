import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { useState } from 'react'
import { DeleteDialog } from '../../ui/dialog/delete-dialog.tsx'
import { CardList } from '../../ui/list/card.tsx'
import { TemplateDialog } from '../form/template-dialog.tsx'
import { useDeleteTemplate } from '../queries.ts'
import { TemplateCard, type TemplateTask } from './template-card.tsx'

interface TemplateCardsProps {
  templates: readonly Template[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
}

/** A card for each template. Dialogs outlive their card and an emptied list, so nothing typed is lost. */
export function TemplateCards({ templates, outdated }: TemplateCardsProps) {
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
