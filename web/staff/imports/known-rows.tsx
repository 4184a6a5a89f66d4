import { Box, Checkbox, Text, Title } from '@mantine/core'
import { canImportAnyway, type ImportKind } from '@trunkshow/contract/imports/rules.ts'
import type { CsvImport, ImportAnyway } from '@trunkshow/contract/imports/schema.ts'
import { countOf } from '../ui/list/count-of.ts'
import styles from './import-dialog.module.css'

/** How rows are matched with existing records. */
export const matchingFields: Record<ImportKind, string> = {
  customers: 'by email',
  products: 'by SKU (or by name if they have no SKU)',
  orders: 'by their number',
  bookings: 'by guest and time slot',
}

/** How many of the known rows are imported anyway. */
export const countAnyway = ({ known, knownRows }: CsvImport, anyway: ImportAnyway): number =>
  Array.isArray(anyway) ? knownRows.filter(({ line }) => anyway.includes(line)).length : anyway ? known : 0

interface KnownRowsProps {
  of: CsvImport
  anyway: ImportAnyway
  setAnyway: (anyway: ImportAnyway) => void
}

/** The rows that are left out since they are known, each to be imported anyway where its kind allows that. */
export function KnownRows({ of: { kind, known, knownRows }, anyway, setAnyway }: KnownRowsProps) {
  const canImport = canImportAnyway[kind]
  const lines = Array.isArray(anyway) ? anyway : []
  const isChosen = (line: number) => anyway === true || lines.includes(line)
  const more = known - knownRows.length
  const toggle = (line: number) => {
    const before = anyway === true ? knownRows.map((row) => row.line) : lines
    setAnyway(before.includes(line) ? before.filter((other) => other !== line) : [...before, line])
  }
  return (
    <Box component="section" mt="lg" className={styles.known}>
      <Title order={3}>Left out: already in your {kind}</Title>
      <Text my="xs">
        {known === 1 ? 'This row matches' : 'These rows match'} your {kind} {matchingFields[kind]}, or{' '}
        {known === 1 ? 'repeats' : 'repeat'} a row above.
        {canImport && ' Check the ones to add as new.'}
      </Text>
      {canImport && (
        <Checkbox
          label={known === 1 ? 'Import anyway' : `Import all ${known.toLocaleString('en-US')} anyway`}
          checked={anyway === true}
          indeterminate={anyway !== true && lines.length > 0}
          onChange={(event) => setAnyway(event.currentTarget.checked)}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll the list */}
      <section className={styles.frame} aria-label="Rows left out" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Row</th>
              {canImport && <th scope="col">Import anyway</th>}
            </tr>
          </thead>
          <tbody>
            {knownRows.map(({ line, name, detail }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>{[name, detail].filter(Boolean).join(' · ')}</td>
                {canImport && (
                  <td>
                    <Checkbox
                      aria-label={`Import line ${line} anyway: ${name}`}
                      checked={isChosen(line)}
                      onChange={() => toggle(line)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && (
        <Text c="dimmed" mt="sm">
          And {countOf(String(more), 'more row')}.
        </Text>
      )}
    </Box>
  )
}
