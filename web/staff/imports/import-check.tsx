import { NativeSelect, Text } from '@mantine/core'
import { importFields, missingFields } from '@trunkshow/contract/imports/fields.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import type { CsvImport, ImportAnyway } from '@trunkshow/contract/imports/schema.ts'
import { useState } from 'react'
import { ImportCounts, leftOut } from './import-counts.tsx'
import styles from './import-dialog.module.css'
import { countAnyway, KnownRows } from './known-rows.tsx'
import { MendRows } from './mend-rows.tsx'
import { type Recheck, readyRows } from './queries.ts'

interface ImportCheckProps {
  checked: CsvImport
  recheck: Recheck
  /** The known rows to import anyway. */
  anyway: ImportAnyway
  setAnyway: (anyway: ImportAnyway) => void
}

/** The result of the dry run: valid rows, and errors in the others. */
export function ImportCheck({ checked, recheck, anyway, setAnyway }: ImportCheckProps) {
  const { kind, rows, good, known, canceled, past, otherDay, noSpot } = checked
  const [faulty, chosen] = [rows - good, countAnyway(checked, anyway)]
  return (
    <>
      <ImportCounts
        of={[
          { label: kind === 'orders' ? 'Orders' : 'Rows', count: rows, always: true },
          { label: 'Ready to import', count: readyRows(checked) + chosen, always: true },
          { label: `Already in your ${kind}`, count: known - chosen },
          ...leftOut(checked),
          { label: 'With errors', count: faulty, isBad: true, always: true },
        ]}
      />
      <Text c="dimmed" mt="sm" role="status">
        Nothing has been imported yet.{' '}
        {faulty > 0 && 'Rows with errors will be skipped, unless you fix them below.'}
      </Text>
      {kind === 'orders' && (
        <Text c="dimmed" mt="sm">
          We match customers by email, and products by SKU or name. New customers are added. New products are
          added as archived. No one gets an email.
        </Text>
      )}
      {kind === 'bookings' && (
        <Text c="dimmed" mt="sm">
          Guests aren’t emailed about the import. They get this event’s usual reminders later.
          {canceled + past + otherDay > 0 &&
            ' Appointments that are canceled, over, or on days without time slots are left out.'}
          {noSpot > 0 &&
            ' Rows for full time slots are skipped, unless you add spots under Availability first.'}
        </Text>
      )}
      <ImportColumns checked={checked} recheck={recheck} />
      {known > 0 && <KnownRows of={checked} anyway={anyway} setAnyway={setAnyway} />}
      {checked.errors.length > 0 && <MendRows key={errorKey(checked)} checked={checked} recheck={recheck} />}
    </>
  )
}

/** Fields are filled anew by each check that found other errors. */
const errorKey = ({ errors }: CsvImport) => JSON.stringify(errors)

const list = new Intl.ListFormat('en-US')

/** What each column becomes, with values from it; open from the start only if a required field has no column. */
function ImportColumns({ checked, recheck }: { checked: CsvImport; recheck: Recheck }) {
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
      className={`${styles.frame} ${styles.columns}`}
      open={opened}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <div>
          Columns: {columns.length - leftOut.length} of {columns.length} are imported
          {leftOut.length > 0 && (
            <Text fw={400} c="dimmed">
              Left out: {list.format(leftOut.map(nameOf))}
            </Text>
          )}
        </div>
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
              <Text component="td" c="dimmed">
                {samples.join(' · ')}
              </Text>
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
