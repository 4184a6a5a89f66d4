import { Button, Group, Text } from '@mantine/core'
import {
  type ReactNode,
  type RefObject,
  type SubmitEventHandler,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { CallError, sentenceOf } from '../../api/client.ts'
import { ErrorBoundary } from '../dialog/dialog.tsx'
import { Note } from '../feedback/notice.tsx'
import { isAtField, isEditConflict } from '../feedback/use-reported-call.ts'
import styles from './form-shell.module.css'

interface FormShellProps {
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** The form's call; why it failed is in a toast or at its fields. */
  call: { isPending: boolean; error: Error | null }
  submitLabel: string
  pendingLabel: string
  /** Why the form can't be submitted now. */
  disabledReason?: string
  /** Whether the submit button has full width. */
  wide?: boolean
  /** Whether another form is the page's main one. */
  quiet?: boolean
  /** Whether the buttons stay visible while a long form scrolls. */
  sticky?: boolean
  /** Beside the submit button, such as Cancel. */
  secondary?: ReactNode
  children: ReactNode
}

/** The frame of every form: prevents double submits, keeps what was typed, shows why it can't be submitted. */
export function FormShell(props: FormShellProps) {
  const reasonId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { isPending, error } = props.call
  const { disabledReason } = props
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.stopPropagation() // React also passes a dialog's submit to the form that opened the dialog
    props.onSubmit(event)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={isPending}>
      <ErrorBoundary kept="What you entered is kept.">{props.children}</ErrorBoundary>
      {error && <FormFailure error={error} form={form} />}
      <Group className={styles.buttons} data-sticky={props.sticky}>
        <Button
          type="submit"
          fullWidth={props.wide}
          variant={props.quiet ? 'default' : 'filled'}
          disabled={isPending || disabledReason !== undefined}
          aria-describedby={disabledReason ? reasonId : undefined}
        >
          {isPending ? props.pendingLabel : props.submitLabel}
        </Button>
        {props.secondary}
        {disabledReason && (
          <Text id={reasonId} flex="1 1 240px" c="dimmed">
            {disabledReason}
          </Text>
        )}
      </Group>
    </form>
  )
}

/**
 * Messages that neither the toast nor a field shows: another user's change, an ended session, and an error at a field
 * not in the form.
 */
function FormFailure({ error, form }: { error: Error; form: RefObject<HTMLFormElement | null> }) {
  const hiddenFieldMessage = useHiddenFieldMessage(error, form)
  if (isEditConflict(error))
    return (
      <Note role="alert" mt="lg">
        {sentenceOf(error)}
      </Note>
    )
  if (error instanceof CallError && error.sessionEnded)
    return (
      <Note tone="bad" mt="lg">
        <a href="/auth" target="_blank" rel="noopener">
          Log in again in a new tab, then save this form.
        </a>
      </Note>
    )
  return (
    hiddenFieldMessage && (
      <Note tone="bad" mt="lg">
        {hiddenFieldMessage}
      </Note>
    )
  )
}

/** The message of a field that isn't in the form, which the toast leaves out. */
function useHiddenFieldMessage(error: Error, form: RefObject<HTMLFormElement | null>) {
  const [hiddenFieldMessage, setUnplaced] = useState<{ error: Error; sentence: string }>()
  useEffect(() => {
    const sentence = sentenceOf(error)
    if (!isAtField(error, sentence)) return
    // By the next frame, the fields have rendered their messages.
    const frame = requestAnimationFrame(() => {
      if (!form.current?.textContent.includes(sentence)) setUnplaced({ error, sentence })
    })
    return () => cancelAnimationFrame(frame)
  }, [error, form])
  return hiddenFieldMessage?.error === error ? hiddenFieldMessage.sentence : undefined
}
