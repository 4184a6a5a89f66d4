import { Button } from '@mantine/core'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { TemplateFilter } from '../queries.ts'

interface NoTemplatesProps {
  filter: TemplateFilter
  /** Takes the search and the filter off. */
  onClear: () => void
  /** Absent for those who may not add any. */
  onAdd: (() => void) | undefined
}

/** In place of an empty list, with the next step. */
export function NoTemplates({ filter: { q, archived }, onClear, onAdd }: NoTemplatesProps) {
  if (q || archived)
    return (
      <Notice
        title="No templates found"
        action={
          <Button variant="default" onClick={onClear}>
            Show current templates
          </Button>
        }
      >
        {q
          ? `None of your ${archived ? 'archived ' : ''}templates has a name like this.`
          : 'Templates that are archived are kept here until you restore them.'}
      </Notice>
    )
  return (
    <Notice
      title="No Templates Yet"
      action={
        onAdd && (
          <Button variant="default" onClick={onAdd}>
            Create your first template
          </Button>
        )
      }
    >
      A template is the form an order is filled in with: measurements, fabrics with their prices, sketches.
      Make one for each kind of piece you take orders for.
    </Notice>
  )
}
