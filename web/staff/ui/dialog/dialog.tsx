import { Button, Group, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { Component, type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Notice } from '../feedback/notice.tsx'
import { type ReportedCall, useReportedCall } from '../feedback/use-reported-call.ts'
import surfaces from '../page/surfaces.module.css'
import { QuietButton, QuietText } from '../page/words.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  opened?: boolean
  title: ReactNode
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
const layers =
  '[role="dialog"], dialog, [role="menu"], [data-dates-dropdown], [role="combobox"][aria-expanded="true"]'

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
      <Modal.Content ref={content} data-sheet={buttons ? 'with-buttons' : 'plain'} onFocusCapture={keepFocus}>
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

/** The modal focuses its `data-autofocus` by two timers, which would take the focus from a field clicked before. */
function keepFocus({ currentTarget: content, target }: FocusEvent) {
  if (!content.contains(target)) return
  content.querySelector('[data-autofocus]')?.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', '')
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
function useReturnFocus() {
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

interface ConfirmDialogProps {
  title: string
  /** What will happen, with the names of the affected records. */
  children: ReactNode
  confirmLabel: string
  /** The button's label while `loading`; of a call, `Deleting...` for `Delete order`. */
  pendingLabel?: string
  keepLabel: string
  /** `bad` for irreversible actions. */
  tone?: 'bad' | 'accent'
  loading?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action that is irreversible or changes a lot. Cancel has the focus. */
export function ConfirmDialog({
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
    <Modal.Root opened onClose={onClose}>
      <Modal.Overlay />
      <Modal.Content data-question>
        <Modal.Body p="lg">
          <Group justify="space-between" gap="md" wrap="nowrap" mt="-xs" mr="-xs" mb={4}>
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton iconSize={18} size="var(--control)" aria-label="Close" />
          </Group>
          <QuietText component="div">{children}</QuietText>
          <Group justify="end" mt="lg" className={surfaces.wide}>
            <QuietButton onClick={onClose} data-autofocus>
              {keepLabel}
            </QuietButton>
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
  /** Whether what it is about still loads. */
  waiting?: boolean
  onDone?: () => void
}

/** `Cancel booking` → `Canceling...` */
const inProgress = (label: string) => `${label.split(' ')[0]!.replace(/e$/, '')}ing...`

/** Confirms a call, makes it, says in a toast what became of it, and closes. */
export function ConfirmCall(props: ConfirmCallProps) {
  const { call, waiting, done, failed, failedTo, reloads, onFailed, onDone, ...dialog } = props
  const change = useReportedCall({ call, done, failed, failedTo, reloads, onFailed })
  return (
    <ConfirmDialog
      pendingLabel={inProgress(dialog.confirmLabel)}
      loading={change.isPending || waiting}
      onConfirm={() => change.mutate(undefined, { onSuccess: onDone, onSettled: dialog.onClose })}
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
      keepLabel={`Keep ${noun}`}
      done={`${noun[0]!.toUpperCase()}${noun.slice(1)} deleted`}
      failed={`Failed to delete ${noun}`}
      {...rest}
    />
  )
}

interface ErrorBoundaryProps {
  /** What is still fine. */
  kept: string
  children: ReactNode
}

/**
 * Replaces a part of a screen that failed to render. The rest keeps working, so form values stored outside it are
 * safe.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Notice
        tone="bad"
        title="Something went wrong"
        action={<QuietButton onClick={() => this.setState({ failed: false })}>Try again</QuietButton>}
      >
        We couldn’t show this part. {this.props.kept}
      </Notice>
    )
  }
}
