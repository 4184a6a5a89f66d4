import { Button, Group, Stack, Title } from '@mantine/core'
import {
  type FormErrors,
  schemaResolver,
  type UseFormInput,
  type UseFormReturnType,
  useForm,
} from '@mantine/form'
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import {
  type ReactNode,
  type RefObject,
  type SubmitEventHandler,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { CallError, sentenceOf } from '../../api/client.ts'
import { ConfirmDialog, ErrorBoundary } from '../dialog/dialog.tsx'
import { Note } from '../feedback/notice.tsx'
import { isAtField, isEditConflict } from '../feedback/use-reported-call.ts'
import { tiles } from '../page/tiles.ts'
import { QuietButton, QuietText } from '../page/words.tsx'
import styles from './form-shell.module.css'
import { guarded } from './unsaved-changes.ts'

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
  /** Between the stacked fields; 0 where sections bring their own. */
  gap?: 0
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
      <ErrorBoundary kept="What you entered is kept.">
        <Stack gap={props.gap}>{props.children}</Stack>
      </ErrorBoundary>
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
          <QuietText id={reasonId} flex="1 1 240px">
            {disabledReason}
          </QuietText>
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

interface FormSectionProps {
  title: string
  hint?: string
  children: ReactNode
}

/** A group of fields: title and purpose on the left, fields on the right; one column on a phone. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <Title order={2} id={titleId} size="h3">
          {title}
        </Title>
        {hint && (
          <QuietText mt={4} textWrap="pretty">
            {hint}
          </QuietText>
        )}
      </div>
      <Stack>{children}</Stack>
    </section>
  )
}

interface FoldedSectionProps extends FormSectionProps {
  /** Whether it is open at first. */
  isUsed: boolean
  /** Whether it opens, to show an error. */
  hasError: boolean
}

/** A group of fields that few need: closed until it is opened. */
export function FoldedSection({ isUsed, hasError, children, ...section }: FoldedSectionProps) {
  const [isOpen, setIsOpen] = useState(isUsed)
  if (hasError && !isOpen) setIsOpen(true)
  return (
    <FormSection {...section}>
      {isOpen ? (
        children
      ) : (
        <div>
          <QuietButton onClick={() => setIsOpen(true)}>
            Show {section.title.toLowerCase()} options
          </QuietButton>
        </div>
      )}
    </FormSection>
  )
}

/** Fields side by side if there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div style={{ ...tiles(200, 'var(--g4)', true), alignItems: 'start' }}>{children}</div>
}

/**
 * Warns before a form with unsaved changes is left through a link, Back, or closing its dialog or tab.
 *
 * @param isDirty whether there are unsaved changes, called on leaving
 */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: (move) => leavesPage(move) && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  useEffect(() => {
    guarded.add(isDirty)
    return () => {
      guarded.delete(isDirty)
    }
  }, [isDirty])
  if (blocker.status !== 'blocked') return null
  return <Question onLeave={blocker.proceed} onStay={blocker.reset} />
}

/**
 * The same warning for a dialog that isn't in the URL.
 *
 * @returns `close` to use instead of `onClose`, and the warning to render
 */
export function useCloseGuard(isDirty: () => boolean, onClose: () => void) {
  const [asking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  const leave = () => {
    stay()
    onClose()
  }
  return {
    close: () => (isDirty() ? setAsking(true) : onClose()),
    question: asking && <Question onLeave={leave} onStay={stay} />,
  }
}

function Question({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Discard changes"
      keepLabel="Keep editing"
      onConfirm={onLeave}
      onClose={onStay}
    >
      You have unsaved changes.
    </ConfirmDialog>
  )
}

/** Ignores jumps within the page. An open dialog can be in the URL's search part, so that counts too. */
function leavesPage({ current, next }: Parameters<ShouldBlockFn>[0]) {
  const placeOf = ({ pathname, search }: { pathname: string; search: object }) =>
    pathname + JSON.stringify(search)
  return placeOf(current) !== placeOf(next)
}

/**
 * A form validated by a contract schema. Fields are checked on submit; the server's errors also show at the fields.
 * Editing a field clears its error; submitting invalid values focuses the first.
 *
 * @param schema the input's schema, with the fields' messages
 * @param initialValues the form's initial values
 * @param error the call's error, or null
 * @param enhanceGetInputProps adds properties to every input
 */
export function useSchemaForm<Values extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: Values,
  error: Error | null,
  enhanceGetInputProps?: UseFormInput<Values>['enhanceGetInputProps'],
): UseFormReturnType<Values> {
  const validate = schemaResolver(schema, { sync: true })
  const form = useForm<Values>({
    initialValues,
    validate,
    onValuesChange: (now, before) => {
      for (const path of staleErrors(form.errors, validate, before, now)) form.clearFieldError(path)
    },
    ...(enhanceGetInputProps && { enhanceGetInputProps }),
  })
  useEffect(() => {
    // Another user's change isn't a field error: `useEditForm` merges it.
    if (!(error instanceof CallError) || error.current) return
    // Rendered at once, since the focus moves to the first visible error; an effect can't flush its own updates.
    queueMicrotask(() => {
      flushSync(() => form.setErrors(error.fields))
      focusFirstError()
    })
  }, [error, form.setErrors])
  return { ...form, onSubmit: (send) => form.onSubmit(send, focusFirstError) }
}

/** The paths of outdated errors: their field was edited, or a rule across fields is satisfied again. */
export function staleErrors<Values>(
  errors: FormErrors,
  validate: (values: Values) => FormErrors,
  before: Values,
  now: Values,
): string[] {
  const paths = Object.keys(errors)
  if (paths.length === 0) return paths
  const [was, is] = [validate(before), validate(now)]
  return paths.filter(
    (path) =>
      valueAt(before, path) !== valueAt(now, path) || (was[path] === errors[path] && is[path] === undefined),
  )
}

/** The value at a path such as `fields.0.label`; objects and lists as JSON, to compare them. */
function valueAt(values: unknown, path: string): unknown {
  const found = path.split('.').reduce((value, name) => (value as never)?.[name], values)
  return typeof found === 'object' ? JSON.stringify(found) : found
}

/** Focuses the submitted form's first invalid field, or the first that another user changed. */
export function focusFirstError() {
  const form = document.activeElement?.closest('form') ?? document
  requestAnimationFrame(() => {
    const [wrong] = ['[aria-invalid="true"]', '[data-changed]'].flatMap((those) => [
      ...form.querySelectorAll<HTMLElement>(those),
    ])
    wrong?.focus()
  })
}

/**
 * Focuses the first empty field that has to be filled in; a search field stands for what is to be picked with it. The
 * dialog that opens with the form focuses the same one.
 */
export function focusFirstToFill(fields: HTMLElement) {
  const required = fields.querySelectorAll<HTMLInputElement>('[required], [type="search"]')
  const first = [...required].find(({ value }) => !value)
  first?.setAttribute('data-autofocus', '')
  first?.focus()
}

/** Focuses the field with this path in its `data-path`. */
export function focusField(path: string) {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus())
}
