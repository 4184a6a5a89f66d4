import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
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
  loading: boolean
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
  loading,
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
