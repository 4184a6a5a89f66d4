import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { useReturnFocus } from './use-return-focus.ts'
import styles from './wide-dialog.module.css'

interface WideDialogProps {
  title: string
  /** Beside the title, such as a status. */
  tag?: ReactNode
  /** At the other end of the head. */
  buttons?: ReactNode
  /** Pixels. */
  width?: number
  children: ReactNode
  onClose: () => void
}

/** A large form or record over its list; on a phone it takes the whole screen. */
export function WideDialog({ title, tag, buttons, width = 800, children, onClose }: WideDialogProps) {
  useReturnFocus()
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
      size={width}
      classNames={{ inner: styles.inner, content: styles.content }}
    >
      <Modal.Overlay />
      <Modal.Content ref={content}>
        <div className={styles.head}>
          <div className={styles.title}>
            <Modal.Title>{title}</Modal.Title>
            {tag}
          </div>
          {buttons && <div className={styles.buttons}>{buttons}</div>}
          <Modal.CloseButton iconSize={18} size="var(--control)" aria-label="Close" />
        </div>
        <Modal.Body className={styles.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
