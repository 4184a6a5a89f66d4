import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMayDo } from '../../session/session-query.ts'
import { ListTools } from '../../ui/list/list-tools.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { TemplateDialog } from '../form/template-dialog.tsx'
import { type TemplateFilter, templatesQuery } from '../queries.ts'
import { NoTemplates } from './no-templates.tsx'
import { TemplateCards } from './template-cards.tsx'

interface TemplatesTabProps {
  filter: TemplateFilter
  onFilter: (change: TemplateFilter) => void
}

/** The Templates tab: the order forms. */
export function TemplatesTab({ filter, onFilter }: TemplatesTabProps) {
  const list = useInfiniteQuery(templatesQuery(filter))
  const mayEdit = useMayDo('orders.edit')
  const [adding, setAdding] = useState(false)
  const add = mayEdit ? () => setAdding(true) : undefined
  return (
    <>
      <TemplateTools
        filter={filter}
        onFilter={onFilter}
        onAdd={add}
        total={list.isPlaceholderData ? undefined : list.data?.total}
      />
      <PagedList
        list={list}
        noun="templates"
        empty={
          <NoTemplates
            filter={filter}
            onClear={() => onFilter({ q: undefined, archived: undefined })}
            onAdd={add}
          />
        }
      >
        {(templates, outdated) => <TemplateCards templates={templates} outdated={outdated} />}
      </PagedList>
      {adding && <TemplateDialog onClose={() => setAdding(false)} />}
    </>
  )
}

interface TemplateToolsProps {
  filter: TemplateFilter
  onFilter: (change: TemplateFilter) => void
  /** Absent for roles that can't add templates. */
  onAdd: (() => void) | undefined
  /** Number of matching templates, counted by the server; undefined while unknown. */
  total: string | undefined
}

/** Search for long lists, the Archived filter, New Template, and count. */
function TemplateTools({ filter: { q, archived }, onFilter, onAdd, total }: TemplateToolsProps) {
  return (
    <ListTools
      noun="template"
      q={q}
      onSearch={(q) => onFilter({ q })}
      total={total}
      actions={onAdd && <Button onClick={onAdd}>New Template</Button>}
    >
      <NativeSelect
        aria-label="Show"
        value={archived ? 'archived' : ''}
        onChange={({ currentTarget: { value } }) => onFilter({ archived: value ? true : undefined })}
        data={[
          { value: '', label: 'Active' },
          { value: 'archived', label: 'Archived' },
        ]}
      />
    </ListTools>
  )
}
