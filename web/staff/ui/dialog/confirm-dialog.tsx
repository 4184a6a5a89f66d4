import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ReportedCall, useReportedCall } from '../feedback/use-reported-call.ts'
import surfaces from '../page/surfaces.module.css'
import { useReturnFocus } from './dialog.tsx'

interface ConfirmDialogProps {
  opened?: boolean
  title: string
  /** What will happen, with the names of the affected records. */
  children: ReactNode
  confirmLabel: string
  /** The button's label while `loading`. */
  pendingLabel?: string
  keepLabel: string
  /** `bad` for irreversible actions. */
  tone?: 'bad' | 'accent'
  /** Whether the call is running. */
  loading?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action that is irreversible or changes a lot. Cancel has the focus. */
export function ConfirmDialog({
  opened = true,
  title,
  children,
  confirmLabel,
  pendingLabel = confirmLabel,
  keepLabel,
  tone = 'bad',
  loading = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  useReturnFocus()
  return (
    <Modal.Root opened={opened} onClose={onClose}>
      <Modal.Overlay />
      <Modal.Content data-question>
        <Modal.Body p="lg">
          <Group justify="space-between" gap="md" wrap="nowrap" mt="-xs" mr="-xs" mb={4}>
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton iconSize={18} size="var(--control)" aria-label="Close" />
          </Group>
          <Text component="div" c="dimmed">
            {children}
          </Text>
          <Group justify="end" mt="lg" className={surfaces.wide}>
            <Button variant="default" onClick={onClose} data-autofocus>
              {keepLabel}
            </Button>
            <Button color={tone} onClick={onConfirm} disabled={loading}>
              {loading ? pendingLabel : confirmLabel}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface ConfirmCallProps
  extends Omit<ConfirmDialogProps, 'loading' | 'onConfirm'>,
    Pick<ReportedCall<void, unknown>, 'done' | 'failed' | 'failedTo' | 'reloads' | 'onFailed'> {
  call: () => Promise<unknown>
  onDone?: () => void
}

/** Confirms a call, makes it, says in a toast what became of it, and closes. */
export function ConfirmCall(props: ConfirmCallProps) {
  const { call, done, failed, failedTo, reloads, onFailed, onDone, ...dialog } = props
  const change = useReportedCall({ call, done, failed, failedTo, reloads, onFailed })
  const { opened = true, onClose } = dialog
  return (
    <ConfirmDialog
      loading={change.isPending}
      // Not again while it fades out.
      onConfirm={() => opened && change.mutate(undefined, { onSuccess: onDone, onSettled: onClose })}
      {...dialog}
    />
  )
}

interface DeleteRecordProps
  extends Omit<ConfirmCallProps, 'title' | 'confirmLabel' | 'keepLabel'>,
    Partial<Pick<ConfirmCallProps, 'title' | 'confirmLabel'>> {
  /** What is deleted, such as `template`. */
  noun: string
}

/** Confirms deleting a record. Its children say what goes and what stays, with the record's name. */
export function DeleteRecord({ noun, ...rest }: DeleteRecordProps) {
  return (
    <ConfirmCall
      title={`Delete this ${noun}?`}
      confirmLabel={`Delete ${noun}`}
      pendingLabel="Deleting..."
      keepLabel={`Keep ${noun}`}
      done={`${noun[0]!.toUpperCase()}${noun.slice(1)} deleted`}
      failed={`Failed to delete ${noun}`}
      {...rest}
    />
  )
}
