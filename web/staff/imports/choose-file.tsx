import { Button, Input, Text } from '@mantine/core'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import { useId, useState } from 'react'
import { sentenceOf } from '../api/call-error.ts'
import { DialogButtons } from '../ui/dialog/dialog.tsx'
import styles from './import-dialog.module.css'
import { type CheckedFile, type ImportTarget, useCheckFile } from './queries.ts'

const MAX_FILE_BYTES = 20 * 1024 * 1024

/** Whose files are recognized as they are. */
const sources: Record<ImportKind, string> = {
  customers: 'Shopify, WooCommerce, Square, Calendly, Acuity, or this page',
  products: 'Shopify, WooCommerce, Square, or this page',
  orders: 'Shopify or WooCommerce',
  bookings: 'Calendly, Acuity, or this page',
}

interface ChooseFileProps {
  target: ImportTarget
  onChecked: (checked: CheckedFile) => void
  onClose: () => void
}

/** Checks a file as soon as it is selected. The native file input also accepts dropped files. */
export function ChooseFile({ target, onChecked, onClose }: ChooseFileProps) {
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
      <Text c="dimmed" mt={check.isPending ? 'sm' : 0} role="status">
        {check.isPending ? `Checking ${check.variables.file.name}...` : ''}
      </Text>
      <Text c="dimmed" mt="sm">
        Choose an export from {sources[target.kind]}, or a spreadsheet with column headings. You can match the
        columns in the next step.
      </Text>
      {target.kind === 'bookings' && (
        <Text c="dimmed" mt="sm">
          Times count as the event’s local time. Guests aren’t emailed about the import; they get this event’s
          usual reminders later.
        </Text>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </>
  )
}
