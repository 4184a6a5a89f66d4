import { Button } from '@mantine/core'
import { type ReactNode, type SubmitEventHandler, useId } from 'react'
import { CallError, sentenceOf } from '../api/call-error.ts'
import styles from './form-shell.module.css'

interface FormShellProps {
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** Whether the call is under way. */
  loading: boolean
  /** Why the last call failed; its field sentences stand at the fields. */
  error: Error | null
  submitLabel: string
  pendingLabel: string
  /** What the failure is called when the server gave no sentence. */
  failedLabel: string
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

/** The frame of every form: submits once at a time, keeps what was typed, says why it cannot or could not. */
export function FormShell(props: FormShellProps) {
  const reasonId = useId()
  const { loading, error, disabledReason } = props
  return (
    <form noValidate onSubmit={props.onSubmit} aria-busy={loading}>
      {props.children}
      {error && <FormFailure error={error} fallback={props.failedLabel} />}
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

function FormFailure({ error, fallback }: { error: Error; fallback: string }) {
  const signedOut = error instanceof CallError && error.status === 401
  const toReview = error instanceof CallError && error.code === 'changed'
  return (
    <p className={styles.failure} data-review={toReview} role={toReview ? 'alert' : undefined}>
      {sentenceOf(error, fallback)}{' '}
      {signedOut && (
        <a href="/auth" target="_blank" rel="noopener">
          Log in in a new tab, then send this form again.
        </a>
      )}
    </p>
  )
}
