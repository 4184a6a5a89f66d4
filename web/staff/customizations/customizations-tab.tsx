import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { countOf } from '../ui/count-of.ts'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Notice } from '../ui/notice.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { CustomizationsList } from './customizations-list.tsx'
import styles from './customizations-tab.module.css'
import { customizationsQuery } from './queries.ts'

interface CustomizationsTabProps {
  /** A part of a name. */
  q: string | undefined
  onSearch: (q: string | undefined) => void
}

/** The Customizations tab: what products can be made with, each a set of options. */
export function CustomizationsTab({ q, onSearch }: CustomizationsTabProps) {
  const list = useInfiniteQuery(customizationsQuery(q))
  const total = list.data?.total
  return (
    <>
      <search>
        <SearchField
          label="Find a customization"
          value={q ?? ''}
          onSearch={(text) => onSearch(text || undefined)}
        />
      </search>
      <p className={styles.count} role="status">
        {total !== undefined && !list.isPlaceholderData && countOf(total, 'customization')}
      </p>
      {list.isPending && <ListSkeleton label="Loading customizations" />}
      {list.isError && !list.data && (
        <LoadFailure
          title="Customizations could not be loaded"
          retrying={list.isFetching}
          onRetry={list.refetch}
        >
          Nothing is lost: every customization is kept on the server.
        </LoadFailure>
      )}
      {list.data?.rows.length === 0 && (
        <NoCustomizations onClear={q ? () => onSearch(undefined) : undefined} />
      )}
      {list.data && list.data.rows.length > 0 && (
        <CustomizationsList customizations={list.data.rows} outdated={list.isPlaceholderData} />
      )}
      <ShowMore list={list} />
    </>
  )
}

function NoCustomizations({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <Notice
      title="No customizations found"
      action={
        onClear && (
          <Button variant="default" onClick={onClear}>
            Show all customizations
          </Button>
        )
      }
    >
      {onClear
        ? 'No customization has a name like this.'
        : 'A customization is a set of options, such as the leathers a bag can be made of. Create one, add its options, then assign it to products.'}
    </Notice>
  )
}
