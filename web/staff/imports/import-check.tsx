import { Text } from '@mantine/core'
import type { CsvImport, ImportAnyway } from '@trunkshow/contract/imports/schema.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportCounts, leftOut } from './import-counts.tsx'
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
