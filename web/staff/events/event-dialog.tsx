import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import styles from './event-dialog.module.css'

interface EventDialogProps {
  title: string
  children: ReactNode
  onClose: () => void
}

/** The event form over the list; on a phone it takes the whole screen. */
export function EventDialog({ title, children, onClose }: EventDialogProps) {
  const content = useRef<HTMLDivElement>(null)
  // Escape belongs first to what is open over the form: the question about unsaved changes, or the days of a date.
  const handleKey = ({ key, target }: KeyboardEvent) => {
    const form = content.current
    if (key !== 'Escape' || !(target instanceof Node) || !form?.contains(target)) return
    if (!form.querySelector('[data-dates-dropdown]')) onClose()
  }
  useWindowEvent('keydown', handleKey, { capture: true })
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      size={800}
      classNames={{ inner: styles.inner, content: styles.content }}
    >
      <Modal.Overlay />
      <Modal.Content ref={content}>
        <div className={styles.head}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton iconSize={18} size="var(--control)" aria-label="Close" />
        </div>
        <Modal.Body className={styles.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
