import { Button } from '@mantine/core'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { TemplateFilter } from '../queries.ts'

interface NoTemplatesProps {
  filter: TemplateFilter
  /** Clears the search and the filter. */
  onClear: () => void
  /** Absent for roles that can't add templates. */
  onAdd: (() => void) | undefined
}

/** Shown for an empty list, with the next step. */
export function NoTemplates({ filter: { q, archived }, onClear, onAdd }: NoTemplatesProps) {
  if (q || archived)
    return (
      <Notice
        title="No templates found"
        action={
          <Button variant="default" onClick={onClear}>
            Show active templates
          </Button>
        }
      >
        {q
          ? `No ${archived ? 'archived ' : ''}templates match your search.`
          : 'Archived templates appear here. You can restore them anytime.'}
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
      A template is a form for taking orders: measurements, fabrics and their prices, sketches. Create one for
      each type of item you make.
    </Notice>
  )
}
