import { Box, Button, Input, NativeSelect, Stack, Text } from '@mantine/core'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import type { CsvImport, ImportAnyway } from '@trunkshow/contract/imports/schema.ts'
import { useId, useState } from 'react'
import { sentenceOf } from '../api/client.ts'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { Counters } from '../ui/page/facts.tsx'
import { QuietButton, QuietText } from '../ui/page/words.tsx'
import { ScrollingTable } from '../ui/table/plain-table.tsx'
import { countAnyway, ImportCheck, leftOut, matchingFields, present } from './import-check.tsx'
import styles from './import-dialog.module.css'
import {
  type CheckedFile,
  countRows,
  type ImportTarget,
  readyRows,
  useCheckFile,
  useCurrentImport,
  useRecheck,
  useStartImport,
} from './queries.ts'
import { type Encoding, encodings } from './read-table-file.ts'

/** Imports a CSV file in two steps: a dry run that lists errors by line, then the import. */
export function ImportDialog({ target, onClose }: { target: ImportTarget; onClose: () => void }) {
  const { current, keep, forget } = useCurrentImport(target)
  const [chosen, setChosen] = useState<CheckedFile>()
  const take = (chosen: CheckedFile) => {
    keep(chosen.checked)
    setChosen(chosen)
  }
  const close = () => {
    // The user has seen the result, so the dialog next opens with a new file.
    if (current?.state === 'done' || current?.state === 'failed') forget()
    onClose()
  }
  return (
    <Dialog
      title={`Import ${target.kind}`}
      width={current?.state === 'checked' ? 800 : undefined}
      onClose={close}
    >
      {chosen && current?.state === 'checked' && current.id === chosen.checked.id && (
        <FileEncoding target={target} chosen={chosen} onChecked={take} />
      )}
      {current ? (
        <Checked key={current.id} current={current} onAnother={forget} onClose={close} />
      ) : (
        <ChooseFile target={target} onChecked={take} onClose={close} />
      )}
    </Dialog>
  )
}

interface CheckedProps {
  current: CsvImport
  onAnother: () => void
  onClose: () => void
}

function Checked({ current, onAnother, onClose }: CheckedProps) {
  const start = useStartImport()
  const recheck = useRecheck(current)
  const [anyway, setAnyway] = useState<ImportAnyway>(false)
  const { id, kind, state, fileName } = current
  const taken = readyRows(current) + countAnyway(current, anyway)
  return (
    <>
      <Text fw={600} mb="sm">
        {fileName}
      </Text>
      {state === 'checked' && <ImportCheck checked={current} {...{ recheck, anyway, setAnyway }} />}
      {state === 'running' && <ImportProgress running={current} />}
      {(state === 'done' || state === 'failed') && <Outcome ended={current} />}
      <DialogButtons>
        {state !== 'running' && <QuietButton onClick={onAnother}>Choose another file</QuietButton>}
        {state === 'checked' ? (
          <ReasonButton
            reason={refusalOf(current, taken)}
            disabled={start.isPending || recheck.isPending}
            onClick={() => start.mutate({ id, importAnyway: anyway })}
          >
            {start.isPending ? 'Starting...' : `Import ${countRows(taken, kind)}`}
          </ReasonButton>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )}
      </DialogButtons>
    </>
  )
}

/** Why nothing can be imported, or null. */
function refusalOf({ good, kind }: CsvImport, taken: number): string | null {
  if (good === 0) return 'None of the rows in this file can be imported.'
  if (taken === 0 && kind === 'bookings')
    return 'Every appointment in this file is canceled, over, on another day, already in your bookings, or for a full time slot.'
  return taken === 0 ? `Every row in this file is already in your ${kind}.` : null
}

function Outcome({ ended }: { ended: CsvImport }) {
  const { kind, state, failure, made, known, noSpot, rows, good, errors } = ended
  const faulty = rows - good
  return (
    <>
      <div role="status">
        {state === 'failed' && (
          <Text c="bad" mb="sm">
            The import stopped before it finished. {failure}
          </Text>
        )}
        <Counters
          small
          counters={[
            ['Added', made],
            ['Duplicates', known],
            ...leftOut(ended),
            ...present(['With errors', faulty, true]),
          ]}
        />
        {known > 0 && (
          <QuietText mt="sm">
            We skipped rows that match your {kind} {matchingFields[kind]}. Those {kind} weren’t changed.
          </QuietText>
        )}
        {noSpot > 0 && (
          <QuietText mt="sm">
            {noSpot === 1
              ? '1 booking wasn’t added because its time slot is'
              : `${noSpot.toLocaleString('en-US')} bookings weren’t added because their time slots are`}{' '}
            full. Add spots under Availability, then import the file again.
          </QuietText>
        )}
        {faulty > 0 && (
          <QuietText mt="sm">
            Rows with errors were skipped. Fix them, then import them in a new file.
          </QuietText>
        )}
      </div>
      {errors.length > 0 && (
        <ScrollingTable
          label="Rows with errors"
          region={{ className: styles.frame }}
          columns={['Line', 'Problem']}
          rows={errors.map(({ line, message }) => [line, message])}
        />
      )}
      {faulty > errors.length && (
        <QuietText mt="sm">And {(faulty - errors.length).toLocaleString('en-US')} more.</QuietText>
      )}
    </>
  )
}

interface FileProps {
  target: ImportTarget
  onChecked: (checked: CheckedFile) => void
}

/** Says that letters of a file may be wrong, with some of its cells in each encoding, and checks it again in another. */
function FileEncoding({ target, chosen, onChecked }: FileProps & { chosen: CheckedFile }) {
  const { file, guess } = chosen
  const check = useCheckFile(target)
  if (!guess) return null
  return (
    <Box mb="md" p="sm" bd="1px solid var(--line-strong)" bdrs="sm" className={styles.encoding}>
      <NativeSelect
        label="Do these names look right?"
        description="Macs and Windows PCs save accented letters differently. If these look wrong, choose the other one."
        error={check.error ? sentenceOf(check.error) : undefined}
        data={(Object.keys(encodings) as Encoding[]).map((value) => ({
          value,
          label: `${encodings[value]}: ${guess.cells[value].join(' · ')}`,
        }))}
        value={guess.encoding}
        disabled={check.isPending}
        onChange={({ currentTarget }) =>
          check.mutate({ file, encoding: currentTarget.value as Encoding }, { onSuccess: onChecked })
        }
      />
      <QuietText mt="xs">{guess.cells[guess.encoding].join(' · ')}</QuietText>
    </Box>
  )
}

function ImportProgress({ running }: { running: CsvImport }) {
  const labelId = useId()
  return (
    <Stack gap="xs">
      <Text id={labelId}>
        {running.done.toLocaleString('en-US')} of {running.rows.toLocaleString('en-US')} rows
      </Text>
      <progress max={running.rows} value={running.done} aria-labelledby={labelId} />
      <QuietText>You can close this. We’ll let you know when the import is finished.</QuietText>
    </Stack>
  )
}

const MAX_FILE_BYTES = 20 * 1024 * 1024

/** Whose files are recognized as they are. */
const sources: Record<ImportKind, string> = {
  customers: 'Shopify, WooCommerce, Square, Calendly, Acuity, or this page',
  products: 'Shopify, WooCommerce, Square, or this page',
  orders: 'Shopify or WooCommerce',
  bookings: 'Calendly, Acuity, or this page',
}

/** Checks a file as soon as it is selected. The native file input also accepts dropped files. */
function ChooseFile({ target, onChecked, onClose }: FileProps & { onClose: () => void }) {
  const id = useId()
  const check = useCheckFile(target)
  const [refusal, setRefusal] = useState<string>()
  const problem = refusal ?? (check.error ? sentenceOf(check.error) : undefined)
  const take = (file: File | undefined) => {
    if (!file) return
    const tooLarge = file.size > MAX_FILE_BYTES
    setRefusal(tooLarge ? importMessages.tooLarge : undefined)
    if (!tooLarge) check.mutate({ file }, { onSuccess: onChecked })
  }
  return (
    <>
      <Input.Wrapper
        id={id}
        label="CSV or Excel file"
        description="We’ll check the file first. Nothing is imported until you confirm."
        error={problem}
      >
        <input
          id={id}
          type="file"
          accept=".csv,text/csv,.tsv,.txt,text/plain,.xlsx"
          className={styles.choose}
          data-autofocus
          disabled={check.isPending}
          aria-invalid={Boolean(problem)}
          aria-describedby={`${id}-description${problem ? ` ${id}-error` : ''}`}
          onChange={(event) => {
            take(event.target.files?.[0])
            // Without this, selecting the same file again after a fix would fire no change event.
            event.target.value = ''
          }}
        />
      </Input.Wrapper>
      <QuietText mt={check.isPending ? 'sm' : 0} role="status">
        {check.isPending ? `Checking ${check.variables.file.name}...` : ''}
      </QuietText>
      <QuietText mt="sm">
        Choose an export from {sources[target.kind]}, or a spreadsheet with column headings. You can match the
        columns in the next step.
      </QuietText>
      {target.kind === 'bookings' && (
        <QuietText mt="sm">
          Times count as the event’s local time. Guests aren’t emailed about the import; they get this event’s
          usual reminders later.
        </QuietText>
      )}
      <DialogButtons>
        <QuietButton onClick={onClose}>Cancel</QuietButton>
      </DialogButtons>
    </>
  )
}
