import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../api/call-error.ts'
import { useMayDo } from '../session/session-query.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { NoTemplates } from './no-templates.tsx'
import { type TemplateFilter, templatesQuery } from './queries.ts'
import { TemplateCards } from './template-cards.tsx'
import { TemplateTools } from './template-tools.tsx'

const TemplateDialog = lazyDialog(() =>
  import('./template-dialog.tsx').then((module) => module.TemplateDialog),
)

interface TemplatesTabProps {
  filter: TemplateFilter
  onFilter: (change: TemplateFilter) => void
}

/** The Templates tab: the forms that orders are filled in with (spec back-office §2). */
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
      {list.isPending && <ListSkeleton label="Loading templates" />}
      {list.isError && !list.data && (
        <LoadFailure title="Templates could not be loaded" retrying={list.isFetching} onRetry={list.refetch}>
          {sentenceOf(list.error)}
        </LoadFailure>
      )}
      {list.data?.rows.length === 0 && (
        <NoTemplates
          filter={filter}
          onClear={() => onFilter({ q: undefined, archived: undefined })}
          onAdd={add}
        />
      )}
      {list.data && <TemplateCards templates={list.data.rows} outdated={list.isPlaceholderData} />}
      <ShowMore list={list} />
      {adding && <TemplateDialog onClose={() => setAdding(false)} />}
    </>
  )
}
