import { Box, Checkbox, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { importFields, missingFields } from '@trunkshow/contract/imports/fields.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { canImportAnyway, type ImportKind } from '@trunkshow/contract/imports/rules.ts'
import type { CsvImport, ImportAnyway } from '@trunkshow/contract/imports/schema.ts'
import { useState } from 'react'
import { Counters } from '../ui/page/facts.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { tiles } from '../ui/page/tiles.ts'
import { countOf, QuietButton, QuietText, Soft } from '../ui/page/words.tsx'
import { PlainTable, ScrollingTable } from '../ui/table/plain-table.tsx'
import styles from './import-dialog.module.css'
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
      <Counters
        small
        counters={[
          [kind === 'orders' ? 'Orders' : 'Rows', rows],
          ['Ready to import', readyRows(checked) + chosen],
          ...present([`Already in your ${kind}`, known - chosen]),
          ...leftOut(checked),
          ['With errors', faulty, faulty > 0],
        ]}
      />
      <QuietText mt="sm" role="status">
        Nothing has been imported yet.{' '}
        {faulty > 0 && 'Rows with errors will be skipped, unless you fix them below.'}
      </QuietText>
      {kind === 'orders' && (
        <QuietText mt="sm">
          We match customers by email, and products by SKU or name. New customers are added. New products are
          added as archived. No one gets an email.
        </QuietText>
      )}
      {kind === 'bookings' && (
        <QuietText mt="sm">
          Guests aren’t emailed about the import. They get this event’s usual reminders later.
          {canceled + past + otherDay > 0 &&
            ' Appointments that are canceled, over, or on days without time slots are left out.'}
          {noSpot > 0 &&
            ' Rows for full time slots are skipped, unless you add spots under Availability first.'}
        </QuietText>
      )}
      <ImportColumns checked={checked} recheck={recheck} />
      {known > 0 && <KnownRows {...{ checked, anyway, setAnyway }} />}
      {checked.errors.length > 0 && (
        // Each check that found other errors fills the fields again.
        <MendRows key={JSON.stringify(checked.errors)} checked={checked} recheck={recheck} />
      )}
    </>
  )
}

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
          {leftOut.length > 0 && <QuietText fw={400}>Left out: {list.format(leftOut.map(nameOf))}</QuietText>}
        </div>
      </summary>
      {missing.length > 0 && (
        <Text c="bad" mx="sm" mb="sm" role="alert">
          {importMessages.columnsMissing(list.format(missing))}
        </Text>
      )}
      <PlainTable
        columns={['Column', 'Values', 'Becomes']}
        headed
        rows={columns.map(({ heading, samples }, at) => [
          nameOf({ heading }),
          <Soft key="values">{samples.join(' · ')}</Soft>,
          <NativeSelect
            key="field"
            aria-label={`${nameOf({ heading })} becomes`}
            data={choices}
            value={fields[at] ?? ''}
            onChange={(event) =>
              recheck.mutate({ columns: fields.with(at, event.currentTarget.value || null) })
            }
          />,
        ])}
      />
    </details>
  )
}

const nameOf = ({ heading }: { heading: string }) => heading || 'No heading'

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

/** The rows that are left out since they are known, each to be imported anyway where its kind allows that. */
function KnownRows({ checked, anyway, setAnyway }: Omit<ImportCheckProps, 'recheck'>) {
  const { kind, known, knownRows } = checked
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
      <ScrollingTable
        label="Rows left out"
        region={{ className: styles.frame }}
        columns={['Line', 'Row', ...(canImport ? ['Import anyway'] : [])]}
        rows={knownRows.map(({ line, name, detail }) => [
          line,
          [name, detail].filter(Boolean).join(' · '),
          ...(canImport
            ? [
                <Checkbox
                  key={line}
                  aria-label={`Import line ${line} anyway: ${name}`}
                  checked={isChosen(line)}
                  onChange={() => toggle(line)}
                />,
              ]
            : []),
        ])}
      />
      {more > 0 && <QuietText mt="sm">And {countOf(String(more), 'more row')}.</QuietText>}
    </Box>
  )
}

/** The first rows with errors, each wrong cell in a field; the others only count. */
function MendRows({ checked, recheck }: { checked: CsvImport; recheck: Recheck }) {
  const { kind, rows, good, errors } = checked
  const [typed, setTyped] = useState<Record<number, Record<string, string>>>({})
  const corrections = Object.entries(typed).map(([line, cells]) => ({ line: Number(line), cells }))
  const more = rows - good - errors.length
  return (
    <section>
      <Stack
        component="form"
        gap="sm"
        align="start"
        mt="lg"
        onSubmit={(event) => {
          event.preventDefault()
          recheck.mutate({ corrections })
        }}
      >
        <Title order={3}>Rows with errors</Title>
        <Box component="ul" w="100%" className={surfaces.lines}>
          {errors.map((row) => (
            <li key={row.line}>
              <Text mb="xs">
                <b>{[row.name, row.email].filter(Boolean).join(' · ') || 'No name'}</b>{' '}
                <Soft>Line {row.line}</Soft>
              </Text>
              <div style={tiles(200)}>
                {row.cells.map(({ field, value, message }) => (
                  <TextInput
                    key={field}
                    label={importFields(kind)[field]?.label ?? field}
                    error={message}
                    value={typed[row.line]?.[field] ?? value}
                    maxLength={5000}
                    onChange={({ currentTarget }) =>
                      setTyped({ ...typed, [row.line]: { ...typed[row.line], [field]: currentTarget.value } })
                    }
                  />
                ))}
              </div>
            </li>
          ))}
        </Box>
        {more > 0 && (
          <QuietText>And {countOf(String(more), 'more row')}, shown once these are fixed.</QuietText>
        )}
        <QuietButton type="submit" disabled={corrections.length === 0 || recheck.isPending}>
          {recheck.isPending ? 'Checking...' : 'Check again'}
        </QuietButton>
      </Stack>
    </section>
  )
}

type Count = readonly [label: string, count: number, bad?: boolean]

export const present = (...counts: Count[]) => counts.filter(([, count]) => count > 0)

/** Rows of bookings that are left out, each with its reason; bad ones though they should be imported. */
export const leftOut = ({ canceled, past, otherDay, noSpot }: CsvImport) =>
  present(
    ['Canceled', canceled],
    ['Ended', past],
    ['On other days', otherDay],
    ['Time slot full', noSpot, true],
  )
