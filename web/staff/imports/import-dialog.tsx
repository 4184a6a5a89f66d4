import { Box, Button, NativeSelect, Stack, Text } from '@mantine/core'
import type { CsvImport, ImportAnyway } from '@trunkshow/contract/imports/schema.ts'
import { useId, useState } from 'react'
import { sentenceOf } from '../api/call-error.ts'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { ChooseFile } from './choose-file.tsx'
import { countAnyway, ImportCheck, ImportCounts, leftOut, matchingFields } from './import-check.tsx'
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

interface ImportDialogProps {
  target: ImportTarget
  onClose: () => void
}

/** Imports a CSV file in two steps: a dry run that lists errors by line, then the import. */
export function ImportDialog({ target, onClose }: ImportDialogProps) {
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
      opened
      title={`Import ${target.kind}`}
      width={current?.state === 'checked' ? 800 : undefined}
      onClose={close}
    >
      {chosen?.guess && current?.state === 'checked' && current.id === chosen.checked.id && (
        <FileEncoding target={target} of={{ ...chosen, guess: chosen.guess }} onChecked={take} />
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
        {state !== 'running' && (
          <Button variant="default" onClick={onAnother}>
            Choose another file
          </Button>
        )}
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
  const { kind, state, failure, made, known, noSpot, rows, good } = ended
  const faulty = rows - good
  return (
    <>
      <div role="status">
        {state === 'failed' && (
          <Text c="bad" mb="sm">
            The import stopped before it finished. {failure}
          </Text>
        )}
        <ImportCounts
          of={[
            { label: 'Added', count: made, always: true },
            { label: 'Duplicates', count: known, always: true },
            ...leftOut(ended),
            { label: 'With errors', count: faulty, isBad: true },
          ]}
        />
        {known > 0 && (
          <Text c="dimmed" mt="sm">
            We skipped rows that match your {kind} {matchingFields[kind]}. Those {kind} weren’t changed.
          </Text>
        )}
        {noSpot > 0 && (
          <Text c="dimmed" mt="sm">
            {noSpot === 1
              ? '1 booking wasn’t added because its time slot is'
              : `${noSpot.toLocaleString('en-US')} bookings weren’t added because their time slots are`}{' '}
            full. Add spots under Availability, then import the file again.
          </Text>
        )}
        {faulty > 0 && (
          <Text c="dimmed" mt="sm">
            Rows with errors were skipped. Fix them, then import them in a new file.
          </Text>
        )}
      </div>
      <FaultyRows label="Rows with errors" of={ended} />
    </>
  )
}

interface FaultyRowsProps {
  /** The list's label. */
  label: string
  of: CsvImport
}

/** The first errors by line number, and how many more rows have one. */
function FaultyRows({ label, of: { rows, good, errors } }: FaultyRowsProps) {
  const faulty = rows - good
  return (
    <>
      {errors.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll the list
        <section className={styles.frame} aria-label={label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Problem</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ line, message }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {faulty > errors.length && (
        <Text c="dimmed" mt="sm">
          And {(faulty - errors.length).toLocaleString('en-US')} more.
        </Text>
      )}
    </>
  )
}

interface FileEncodingProps {
  target: ImportTarget
  of: CheckedFile & { guess: NonNullable<CheckedFile['guess']> }
  onChecked: (checked: CheckedFile) => void
}

/** Says that letters of a file may be wrong, with some of its cells in each encoding, and checks it again in another. */
export function FileEncoding({ target, of: { file, guess }, onChecked }: FileEncodingProps) {
  const check = useCheckFile(target)
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
      <Text c="dimmed" mt="xs">
        {guess.cells[guess.encoding].join(' · ')}
      </Text>
    </Box>
  )
}

/** The progress of a running import. */
export function ImportProgress({ running }: { running: CsvImport }) {
  const labelId = useId()
  return (
    <Stack gap="xs">
      <Text id={labelId}>
        {running.done.toLocaleString('en-US')} of {running.rows.toLocaleString('en-US')} rows
      </Text>
      <progress max={running.rows} value={running.done} aria-labelledby={labelId} />
      <Text c="dimmed">You can close this. We’ll let you know when the import is finished.</Text>
    </Stack>
  )
}
