import { personLimits } from '@trunkshow/contract/person.ts'
import type { EventPage, TypedForm } from '@trunkshow/contract/visitor-page.ts'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './form.module.css'
import ui from './ui.module.css'

/** Of a form that works without scripts. */
export const post = { method: 'post', encType: 'multipart/form-data' } as const

/**
 * Ref for a heading with news: focuses it when it appears, so it is scrolled to and read aloud, but not during page
 * load, when the browser has scrolled to it. A single function, since a new one is called at every render.
 */
export function focusOnArrival(element: HTMLElement | null) {
  if (document.documentElement.hasAttribute('data-live')) element?.focus()
}

/** Why a form was refused. */
export function Refused({ message }: { message: string }) {
  return (
    <p className={styles.refused} role="alert" tabIndex={-1} ref={focusOnArrival}>
      {message}
    </p>
  )
}

interface FrameProps {
  className?: string
  /** Absent if the field has a label of its own. */
  label?: string
  /** Whether to say that the field may stay empty. */
  optional?: boolean
  error?: string
  children: (
    described: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>,
  ) => ReactNode
}

/** A field's label and error; `children` gets what connects its input to them. */
export function FieldFrame({ className = styles.field, label, optional, error, children }: FrameProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={className}>
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

export interface PersonFieldsProps {
  typed: TypedForm | undefined
  /** Messages by field name. */
  errors: Record<string, string>
  onInput?: (name: string) => void
}

const personFields = [
  { label: 'Your Name', name: 'attendeeName', autoComplete: 'name', maxLength: personLimits.name },
  {
    label: 'Email Address',
    name: 'attendeeEmail',
    type: 'email',
    autoComplete: 'email',
    maxLength: personLimits.email,
  },
] as const

/** The guest's name and email. */
export const PersonFields = ({ typed, errors, onInput }: PersonFieldsProps) =>
  personFields.map(({ name, ...field }) => (
    <Field
      key={name}
      name={name}
      {...field}
      required
      defaultValue={typed?.[name]}
      error={errors[name]}
      onInput={() => onInput?.(name)}
    />
  ))

/** What the form sends back, and a field that only bots fill: it's hidden from people (docs/product.md, Limits against bots). */
export function BotFields({ page }: { page: Pick<EventPage, 'opened' | 'grant'> }) {
  return (
    <>
      <p className={ui.unseen} aria-hidden="true">
        <label>
          Leave this field empty <input name="leaveEmpty" tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      <input type="hidden" name="opened" value={page.opened} autoComplete="off" />
      {page.grant && <input type="hidden" name="grant" value={page.grant} autoComplete="off" />}
    </>
  )
}
