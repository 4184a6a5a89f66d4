import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  opened: boolean
  title: string
  children: ReactNode
  onClose: () => void
}

/** A dialog for a task; a full-height sheet on a phone. */
export function Dialog({ opened, title, children, onClose }: DialogProps) {
  useReturnFocus()
  return (
    <Modal.Root opened={opened} onClose={onClose} size={520} classNames={{ inner: styles.inner }}>
      <Modal.Overlay />
      <Modal.Content className={styles.content}>
        <Modal.Body className={styles.body}>
          <div className={styles.head}>
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton iconSize={18} size="var(--control)" aria-label="Close" />
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The buttons at a dialog's foot, the primary one last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
