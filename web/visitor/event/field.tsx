import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './booking-details.module.css'

interface FrameProps {
  /** Absent if the field has a label of its own. */
  label?: string
  /** Whether to say that the field may stay empty. */
  optional?: boolean
  /** The field's error message. */
  error?: string
  children: (
    described: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>,
  ) => ReactNode
}

/** A field's label and error; `children` gets what connects its input to them. */
export function FieldFrame({ label, optional, error, children }: FrameProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      {label && (
        <label htmlFor={id}>
          {label}
          {optional && <span> (optional)</span>}
        </label>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error && errorId,
      })}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A field of one line. */
export function Field({
  label,
  optional,
  error,
  ...input
}: Omit<FrameProps, 'children'> & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} optional={optional} error={error}>
      {(described) => <input {...described} {...input} />}
    </FieldFrame>
  )
}
