import { NativeSelect, Text } from '@mantine/core'
import { importFields, missingFields } from '@trunkshow/contract/imports/fields.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import type { CsvImport } from '@trunkshow/contract/imports/schema.ts'
import { useState } from 'react'
import styles from './import-dialog.module.css'
import type { Recheck } from './queries.ts'

const list = new Intl.ListFormat('en-US')

/** What each column becomes, with values from it; open from the start only if a required field has no column. */
export function ImportColumns({ checked, recheck }: { checked: CsvImport; recheck: Recheck }) {
  const { kind, columns } = checked
  const chosen = recheck.isPending ? recheck.variables.columns : undefined
  const fields = chosen ?? columns.map(({ field }) => field)
  const missing = missingFields(kind, fields)
  const [opened, setOpened] = useState(missing.length > 0)
  const leftOut = columns.filter((_, at) => fields[at] === null)
  const choices = [
    { value: '', label: 'Leave out' },
    ...Object.entries(importFields(kind)).map(([value, { label }]) => ({ value, label })),
  ]
  return (
    <details
      className={styles.columns}
      open={opened}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <span>
          Columns: {columns.length - leftOut.length} of {columns.length} are imported
          {leftOut.length > 0 && <small>Left out: {list.format(leftOut.map(nameOf))}</small>}
        </span>
      </summary>
      {missing.length > 0 && (
        <Text c="bad" mx="sm" mb="sm" role="alert">
          {importMessages.columnsMissing(list.format(missing))}
        </Text>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Values</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ heading, samples }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns stay in order, and headings may repeat
            <tr key={at}>
              <th scope="row">{nameOf({ heading })}</th>
              <td className={styles.samples}>{samples.join(' · ')}</td>
              <td>
                <NativeSelect
                  aria-label={`${nameOf({ heading })} becomes`}
                  data={choices}
                  value={fields[at] ?? ''}
                  onChange={(event) =>
                    recheck.mutate({ columns: fields.with(at, event.currentTarget.value || null) })
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const nameOf = ({ heading }: { heading: string }) => heading || 'No heading'
