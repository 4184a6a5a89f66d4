import { NativeSelect } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { urlOf } from '@trunkshow/contract/paths.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { ListFiles } from '../ui/list/list-files.tsx'
import { ListTools } from '../ui/list/list-tools.tsx'
import { type ListViewChoice, ViewSwitch } from '../ui/table/view-switch.tsx'
import type { CustomerFilter } from './queries.ts'

interface CustomerToolsProps {
  filter: CustomerFilter
  onFilter: (change: CustomerFilter) => void
  mayEdit: boolean
  /** Number of matching customers, counted by the server; undefined while unknown. */
  total: string | undefined
  view: ListViewChoice
}

/** Search, filter, sort, count, view, import and export of the customers. */
export function CustomerTools({ filter, onFilter, mayEdit, total, view }: CustomerToolsProps) {
  return (
    <ListTools
      noun="customer"
      label="Search by name, email, or phone"
      q={filter.q}
      onSearch={(q) => onFilter({ q })}
      total={total}
      actions={
        <>
          <ViewSwitch {...view} />
          <ListFiles url={urlOf(api.customers.export.path, {}, { ...filter })}>
            {mayEdit && <ImportButton kind="customers" />}
          </ListFiles>
        </>
      }
    >
      <NativeSelect
        aria-label="Show"
        value={filter.archived ? 'archived' : ''}
        onChange={({ currentTarget: { value } }) => onFilter({ archived: value ? true : undefined })}
        data={[
          { value: '', label: 'Active' },
          { value: 'archived', label: 'Archived' },
        ]}
      />
      <NativeSelect
        aria-label="Sort"
        value={filter.sort ?? ''}
        onChange={({ currentTarget: { value } }) => onFilter({ sort: value ? 'newest' : undefined })}
        data={[
          { value: '', label: 'By last name' },
          { value: 'newest', label: 'Newest first' },
        ]}
      />
    </ListTools>
  )
}
