import '@mantine/core/styles/Combobox.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { addressOf } from '../api/client.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { countOf } from '../ui/count-of.ts'
import styles from '../ui/list-tools.module.css'
import { SearchField } from '../ui/search-field.tsx'
import type { CustomerFilter } from './queries.ts'

interface CustomerToolsProps {
  filter: CustomerFilter
  onFilter: (change: CustomerFilter) => void
  mayEdit: boolean
  /** How many customers fit, as the server counts them; undefined while that is not known. */
  total: string | undefined
}

/** Search, filter and order of the customers; what comes in and goes out as a file; how many there are. */
export function CustomerTools({ filter, onFilter, mayEdit, total }: CustomerToolsProps) {
  return (
    <>
      <search className={styles.tools}>
        <div className={styles.find}>
          <SearchField
            label="Find a name, e-mail or phone"
            value={filter.q ?? ''}
            onSearch={(q) => onFilter({ q: q || undefined })}
          />
        </div>
        <NativeSelect
          aria-label="Show"
          value={filter.archived ? 'archived' : ''}
          onChange={({ currentTarget: { value } }) => onFilter({ archived: value ? true : undefined })}
          data={[
            { value: '', label: 'Current' },
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
        <div className={styles.files}>
          {mayEdit && <ImportButton kind="customers" />}
          <Button
            component="a"
            download
            href={addressOf(api.customers.export.path, {}, { ...filter })}
            variant="default"
          >
            Export CSV
          </Button>
        </div>
      </search>
      <p className={styles.count} role="status">
        {total !== undefined && countOf(total, 'customer')}
      </p>
    </>
  )
}
