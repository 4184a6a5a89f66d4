import { useInfiniteQuery } from '@tanstack/react-query'
import { ListScreen } from '../ui/list/list-screen.tsx'
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
    <ListScreen
      list={list}
      noun="customization"
      label="Find a customization"
      q={q}
      onSearch={onSearch}
      failureText="Your customizations are safe. Please try again."
      empty={{
        filtered: q !== undefined && {
          text: 'No customizations match your search.',
          onClear: () => onSearch(undefined),
        },
        children:
          'A customization is a set of options, such as the leathers for a bag. Assign it to each product that offers them.',
        ways: onAdd && [['Create your first customization', onAdd]],
      }}
    >
      {(customizations, outdated) => (
        <CustomizationsList customizations={customizations} outdated={outdated} />
      )}
    </ListScreen>
  )
}
