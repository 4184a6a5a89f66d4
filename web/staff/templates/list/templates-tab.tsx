import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMayDo } from '../../session/session-query.ts'
import { ArchivedFilter, ListScreen } from '../../ui/list/list-screen.tsx'
import { TemplateDialog } from '../form/template-dialog.tsx'
import { type TemplateFilter, templatesQuery } from '../queries.ts'
import { TemplateCards } from './template-cards.tsx'

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
