import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { useState } from 'react'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { DeleteTemplateDialog } from './delete-template-dialog.tsx'
import { TemplateCard, type TemplateTask } from './template-card.tsx'
import styles from './template-cards.module.css'

const TemplateDialog = lazyDialog(() =>
  import('./template-dialog.tsx').then((module) => module.TemplateDialog),
)

interface TemplateCardsProps {
  templates: readonly Template[]
  /** Whether these are the rows of another filter, shown until the right ones are there. */
  outdated: boolean
}

/** A card for each template. Their dialogs outlive the card and an emptied list, so that nothing typed is lost. */
export function TemplateCards({ templates, outdated }: TemplateCardsProps) {
  const [open, setOpen] = useState<{ template: Template; task: TemplateTask }>()
  const close = () => setOpen(undefined)
  return (
    <>
      {templates.length > 0 && (
        <ul className={styles.cards} aria-label="Templates" data-outdated={outdated} aria-busy={outdated}>
          {templates.map((template) => (
            <TemplateCard
              key={template.id}
              template={template}
              onTask={(task) => setOpen({ template, task })}
            />
          ))}
        </ul>
      )}
      {open?.task === 'edit' && <TemplateDialog id={open.template.id} onClose={close} />}
      {open?.task === 'remove' && <DeleteTemplateDialog template={open.template} onClose={close} />}
    </>
  )
}
