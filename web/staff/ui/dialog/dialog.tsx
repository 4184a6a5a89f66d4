import { Group, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { ErrorBoundary } from './error-boundary.tsx'

interface DialogProps {
  opened?: boolean
  title: string
  /** Beside the title, such as a status. */
  tag?: ReactNode
  /** At the right end of the header. */
  buttons?: ReactNode
  /** Pixels: 520 for a task, 800 for a large form or a record. */
  width?: number
  children: ReactNode
  onClose: () => void
}

/** What Escape can close, the topmost one last in the document. */
const layers = '[role="dialog"], dialog, [data-dates-dropdown], [role="combobox"][aria-expanded="true"]'

/** A dialog over its page; on a phone, it fills the screen. */
export function Dialog({ opened = true, title, tag, buttons, width = 520, children, onClose }: DialogProps) {
  useReturnFocus()
  const content = useRef<HTMLDivElement>(null)
  // Escape closes only the topmost layer, such as the unsaved-changes dialog, a calendar or a list of choices.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return
    if ([...document.querySelectorAll(layers)].at(-1) !== content.current) return
    event.preventDefault() // or the browser closes with the same key what this one opens, such as the question
    onClose()
  }
  useWindowEvent('keydown', handleKey, { capture: true })
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      size={width}
      classNames={{ inner: styles.inner, content: styles.content }}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} data-sheet={buttons ? 'with-buttons' : 'plain'}>
        <Group wrap="nowrap" className={styles.head}>
          <Group wrap="nowrap" flex={1} miw={0}>
            <Modal.Title>{title}</Modal.Title>
            {tag}
          </Group>
          {buttons && <Group className={styles.headButtons}>{buttons}</Group>}
          <Modal.CloseButton iconSize={18} size="var(--control)" aria-label="Close" />
        </Group>
        <Modal.Body className={styles.body}>
          <ErrorBoundary kept="Nothing on the page has changed.">{children}</ErrorBoundary>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The buttons at the bottom of a dialog, primary one last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <Group justify="end" className={styles.buttons}>
      {children}
    </Group>
  )
}

/** Restores the previous focus when this component unmounts, if nothing else has it. */
export function useReturnFocus() {
  const before = useRef<Element>(null)
  // Not while rendering: until now, a dialog that waited for this one's code had the focus.
  useLayoutEffect(() => {
    before.current = document.activeElement
  }, [])
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before.current instanceof HTMLElement)
        before.current.focus()
    },
    [],
  )
}
