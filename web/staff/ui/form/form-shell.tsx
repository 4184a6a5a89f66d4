import { Button } from '@mantine/core'
import {
  type ReactNode,
  type RefObject,
  type SubmitEventHandler,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { CallError, sentenceOf } from '../../api/call-error.ts'
import { ErrorBoundary } from '../dialog/error-boundary.tsx'
import { isAtField, isOvertaken } from '../feedback/show-failure.ts'
import styles from './form-shell.module.css'

interface FormShellProps {
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** Whether the call is under way. */
  loading: boolean
  /** Why the last call failed: its toast tells it, or the fields that it is about. */
  error: Error | null
  submitLabel: string
  pendingLabel: string
  /** A sentence that says why the form cannot be sent now. */
  disabledReason?: string
  /** Whether the submit button takes the whole width. */
  wide?: boolean
  /** Whether the form stands beside another that is what the page is for. */
  quiet?: boolean
  /** Whether the buttons stay in sight while a long form is scrolled. */
  sticky?: boolean
  /** Beside the submit button, such as the way back. */
  secondary?: ReactNode
  children: ReactNode
}

/** The frame of every form: submits once at a time, keeps what was typed, says why it cannot be sent. */
export function FormShell(props: FormShellProps) {
  const reasonId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { loading, error, disabledReason } = props
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.stopPropagation() // React also passes a dialog's submit to the form that opened the dialog
    props.onSubmit(event)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={loading}>
      <ErrorBoundary kept="What you entered is kept.">{props.children}</ErrorBoundary>
      {error && <FormFailure error={error} form={form} />}
      <div className={styles.buttons} data-sticky={props.sticky}>
        <Button
          type="submit"
          fullWidth={props.wide}
          variant={props.quiet ? 'default' : 'filled'}
          disabled={loading || disabledReason !== undefined}
          aria-describedby={disabledReason ? reasonId : undefined}
        >
          {loading ? props.pendingLabel : props.submitLabel}
        </Button>
        {props.secondary}
        {disabledReason && (
          <p id={reasonId} className={styles.reason}>
            {disabledReason}
          </p>
        )}
      </div>
    </form>
  )
}

interface FormFailureProps {
  error: Error
  form: RefObject<HTMLFormElement | null>
}

/**
 * What neither the toast nor a field says: what another person changed, the way on when the session has ended, and a
 * refused field that is not shown.
 */
function FormFailure({ error, form }: FormFailureProps) {
  const unplaced = useUnplaced(error, form)
  if (isOvertaken(error))
    return (
      <p className={styles.failure} data-review role="alert">
        {sentenceOf(error)}
      </p>
    )
  if (error instanceof CallError && error.sessionEnded)
    return (
      <p className={styles.failure}>
        <a href="/auth" target="_blank" rel="noopener">
          Log in again in a new tab, then save this form.
        </a>
      </p>
    )
  return unplaced && <p className={styles.failure}>{unplaced}</p>
}

/** The sentence about a field that the form has no place for: the toast leaves it to the form. */
function useUnplaced(error: Error, form: RefObject<HTMLFormElement | null>) {
  const [unplaced, setUnplaced] = useState<{ error: Error; sentence: string }>()
  useEffect(() => {
    const sentence = sentenceOf(error)
    if (!isAtField(error, sentence)) return
    // The fields have drawn their sentences by the next frame.
    const frame = requestAnimationFrame(() => {
      if (!form.current?.textContent.includes(sentence)) setUnplaced({ error, sentence })
    })
    return () => cancelAnimationFrame(frame)
  }, [error, form])
  return unplaced?.error === error ? unplaced.sentence : undefined
}
