import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Notice } from '../ui/feedback/notice.tsx'
import { ListTools } from '../ui/list/list-tools.tsx'
import { PagedList } from '../ui/list/paged-list.tsx'
import { CustomizationsList } from './customizations-list.tsx'
import { customizationsQuery } from './queries.ts'

interface CustomizationsTabProps {
  /** Part of a name. */
  q: string | undefined
  onSearch: (q: string | undefined) => void
  /** Absent for roles that can't add customizations. */
  onAdd: (() => void) | undefined
}

/** The Customizations tab: sets of options for products. */
export function CustomizationsTab({ q, onSearch, onAdd }: CustomizationsTabProps) {
  const list = useInfiniteQuery(customizationsQuery(q))
  return (
    <>
      <ListTools
        noun="customization"
        label="Find a customization"
        q={q}
        onSearch={onSearch}
        total={list.isPlaceholderData ? undefined : list.data?.total}
      />
      <PagedList
        list={list}
        noun="customizations"
        failureText="Your customizations are safe. Please try again."
        empty={<NoCustomizations onClear={q ? () => onSearch(undefined) : undefined} onAdd={onAdd} />}
      >
        {(customizations, outdated) => (
          <CustomizationsList customizations={customizations} outdated={outdated} />
        )}
      </PagedList>
    </>
  )
}

interface NoCustomizationsProps {
  /** Clears the search; absent without one. */
  onClear: (() => void) | undefined
  onAdd: (() => void) | undefined
}

function NoCustomizations({ onClear, onAdd }: NoCustomizationsProps) {
  if (onClear)
    return (
      <Notice
        title="No customizations found"
        action={
          <Button variant="default" onClick={onClear}>
            Show all customizations
          </Button>
        }
      >
        No customizations match your search.
      </Notice>
    )
  return (
    <Notice
      title="No customizations found"
      action={
        onAdd && (
          <Button variant="default" onClick={onAdd}>
            Create your first customization
          </Button>
        )
      }
    >
      A customization is a set of options, such as the leathers for a bag. Assign it to each product that
      offers them.
    </Notice>
  )
}
