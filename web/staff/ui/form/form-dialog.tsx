import type { QueryKey } from '@tanstack/react-query'
import { type Changes, changesIn, mergeEdits, pathById, type TheirChange } from '@trunkshow/contract/edits.ts'
import { type ReactNode, type SubmitEventHandler, useEffect, useState } from 'react'
import type { z } from 'zod'
import { CallError } from '../../api/client.ts'
import type { OnProgress } from '../../api/upload.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { type ReportedCall, useReportedCall } from '../feedback/use-reported-call.ts'
import { QuietButton } from '../page/words.tsx'
import {
  FormShell,
  focusField,
  focusFirstError,
  LeaveGuard,
  useCloseGuard,
  useSchemaForm,
} from './form-shell.tsx'
import { TheirChangeNote } from './their-change-note.tsx'

interface FormDialogProps<Values> {
  title: string
  /** From `useSchemaForm` or `useEditForm`. */
  form: {
    isDirty: () => boolean
    onSubmit: (send: (values: Values) => void) => SubmitEventHandler<HTMLFormElement>
  }
  /** The form's call. `sent` is the fraction of its upload that is done, 0 to 1. */
  call: { isPending: boolean; error: Error | null; sent?: number }
  onSubmit: (values: Values) => void
  submitLabel: string
  pendingLabel?: string
  /** Whether the buttons stay visible while a long form scrolls. */
  sticky?: boolean
  /** Pixels, for a wide form. */
  width?: number
  /** The stacked fields. */
  children: ReactNode
  onClose: () => void
}

/** A form in its own dialog, with Cancel. It warns before unsaved changes are lost. */
export function FormDialog<Values>({
  title,
  form,
  call,
  onSubmit,
  submitLabel,
  pendingLabel = 'Saving...',
  sticky = false,
  width,
  children,
  onClose,
}: FormDialogProps<Values>) {
  const { sent = 1 } = call
  const isDirty = () => form.isDirty()
  const { close, question } = useCloseGuard(isDirty, onClose)
  return (
    <Dialog title={title} width={width} onClose={close}>
      <FormShell
        onSubmit={form.onSubmit(onSubmit)}
        sticky={sticky}
        call={call}
        submitLabel={submitLabel}
        pendingLabel={sent < 1 ? `Uploading ${Math.round(sent * 100)}%...` : pendingLabel}
        secondary={<QuietButton onClick={close}>Cancel</QuietButton>}
      >
        {children}
        <LeaveGuard isDirty={isDirty} />
      </FormShell>
      {question}
    </Dialog>
  )
}

interface CallForm<Values, Output> extends Omit<ReportedCall<NoInfer<Values>, Output>, 'keepsForm'> {
  schema: z.ZodType
  /** The initial values. */
  values: Values
  /** Closes the dialog or leaves the page, once the call has succeeded. */
  onClose?: () => void
}

/** A form with one call. @returns it, and the properties of its `FormDialog`, or on a page of its `FormShell` */
export function useCallForm<Values extends Record<string, unknown>, Output>({
  schema,
  values,
  onClose = () => {},
  ...task
}: CallForm<Values, Output>) {
  const call = useReportedCall({ ...task, keepsForm: true })
  const form = useSchemaForm(schema, values, call.error)
  const onSubmit = (values: Values) => call.mutate(values, { onSuccess: onClose })
  const shell = { call, onSubmit: form.onSubmit(onSubmit) }
  return { form, shell, dialog: { form, call, onSubmit, onClose } }
}

interface EditFormOptions<Row, Values> {
  /** @param base the record that the form is based on */
  schema: (base: Row | undefined) => z.ZodType
  /** The record when editing began; undefined for a new one. */
  record: Row | undefined
  valuesOf: (record: Row | undefined) => Values
  error: Error | null
  /** Formats a field's value for display; unchanged by default. */
  wordsOf?: (path: string, value: unknown, base: Row | undefined) => string
  /** Whether the form has this field; true by default. */
  isShown?: (path: string, base: Row | undefined, values: Values) => boolean
}

/** A value as a note shows it. */
export const inWords = (value: unknown) => (value === true ? 'Yes' : String(value || ''))

/** Properties of an input that show another user's change; none without one. */
interface FieldNote {
  'data-changed'?: true
  /** A change that needs a choice, else `description`. */
  error?: ReactNode
  description?: ReactNode
  inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[]
}

/** Another user's change, shown at a field. */
type Note = TheirChange & { name: string }

/**
 * A form for a record that two users may edit at once (docs/decisions/019). A save sends the form's base version and
 * its changes. If another user saved first, `mergeTheirs` merges their values: untouched fields take them, and fields
 * both changed wait for a choice, or for new typing. Each such field shows a note until it is changed again.
 */
export function useEditForm<Row extends { version: number }, Values extends Record<string, unknown>>({
  schema,
  record,
  valuesOf,
  error,
  wordsOf = (_, value) => inWords(value),
  isShown = () => true,
}: EditFormOptions<Row, Values>) {
  const [base, setBase] = useState(record)
  const [notes, setNotes] = useState<Readonly<Record<string, Note>>>({})
  /** Whether a save was tried before every conflict was resolved. */
  const [wasSubmitted, setWasSubmitted] = useState(false)
  /** Fields of a list move, so their notes are kept by ID. */
  const keyOf = (path: string) => pathById(form.getValues(), path)
  const settle = (path: string) => setNotes(({ [keyOf(path)]: _, ...rest }) => rest)
  const form = useSchemaForm(schema(base), valuesOf(record), error, ({ inputProps, field, options }) => {
    const { onChange } = inputProps
    return {
      ...noteAt(String(field), options.type === 'checkbox'),
      onChange: (event: unknown) => {
        onChange(event)
        settle(String(field))
      },
    }
  })

  useEffect(() => {
    // Both have rendered, so the notes are there and the save no longer disables their fields.
    if (error instanceof CallError && error.current && error.current === base) focusFirstError()
  }, [error, base])

  /** Extra properties for a field's input: the note, if another user changed it. */
  function noteAt(path: string, isCheckbox = false): FieldNote {
    const key = keyOf(path)
    const note = notes[key]
    if (!note) return {}
    const resolve = (value?: unknown) => {
      if (value !== undefined) form.setFieldValue(path, value as never)
      settle(path)
      focusField(path)
    }
    const shown = (
      <TheirChangeNote
        name={note.name}
        words={wordsOf(key, note.value, base)}
        {...(note.isConflict && {
          onKeepMine: () => resolve(),
          onUseTheirs: () => resolve(note.value ?? ''),
        })}
      />
    )
    return {
      'data-changed': true as const,
      ...(note.isConflict
        ? { error: shown }
        : { description: shown, ...(!isCheckbox && { inputWrapperOrder: noteBelow }) }),
    }
  }

  const hasChoices = Object.entries(notes).some(
    ([path, { isConflict }]) => isConflict && isShown(path, base, form.values),
  )
  return {
    form,
    /** The form's base record: as editing began, or as another user last saved it. */
    base,
    /** The user who changed a field that has no input. */
    changerOf: (path: string) => notes[path]?.name,
    noteAt,
    notes,
    settle,
    changes: () => changesIn(valuesOf(base), form.getValues()),
    isDirty: () => Object.keys(changesIn(valuesOf(base), form.getValues())).length > 0,
    /** Why the form wasn't saved. */
    error: wasSubmitted && hasChoices ? chooseFirst : error,
    /** Submits the form once every conflict is resolved. */
    onSubmit: (send: (values: Values) => void) =>
      form.onSubmit((values) => {
        setWasSubmitted(hasChoices)
        if (hasChoices) focusFirstError()
        else send(values)
      }),
    /** After a failed save: merges what another user saved first. */
    mergeTheirs: (error: Error) => {
      if (!(error instanceof CallError) || !error.current) return
      const theirs = error.current as Row
      const { values, theirChanges } = mergeEdits(valuesOf(base), form.getValues(), valuesOf(theirs))
      const { name, fields } = error.changedBy!
      const added = Object.entries(theirChanges).map(([path, change]) => [
        path,
        { ...change, name: fields[path] ?? name },
      ])
      form.setValues(values)
      setBase(theirs)
      setNotes({ ...notes, ...Object.fromEntries(added) })
    },
  }
}

interface RecordFormOptions<Row, Values> extends Omit<EditFormOptions<Row, Values>, 'error'> {
  /** What is saved, such as `discount code`. */
  noun: string
  /** Absent where records are only changed. */
  create?: (values: Values, onProgress: OnProgress) => Promise<unknown>
  update: (record: Row, changes: Edit<Values>, onProgress: OnProgress) => Promise<unknown>
  /** The success toast, unless it is `Discount code updated`. */
  done?: string
  /** The failure toast, unless its title is `Failed to update discount code`. */
  failure?: { failed: string } | { failedTo: string } | undefined
  reloads: QueryKey
  onClose: () => void
}

/** What a save sends: the changed values, and the version of the record that they started from. */
type Edit<Values> = Changes<Values> & { version: number }

/** The form of a dialog that adds a record or changes one: `dialog` is what a `FormDialog` needs of it. */
export function useRecordForm<Row extends { version: number }, Values extends Record<string, unknown>>({
  noun,
  create,
  update,
  done,
  failure,
  reloads,
  onClose,
  ...options
}: RecordFormOptions<Row, Values>) {
  const { record } = options
  const [sent, setSent] = useState<number>()
  const verb = record ? 'update' : 'create'
  const save = useReportedCall({
    call: (values: Values): Promise<unknown> => {
      const { base } = edit
      return base
        ? update(base, { ...edit.changes(), version: base.version }, setSent)
        : create!(values, setSent)
    },
    done: done ?? `${noun[0]!.toUpperCase()}${noun.slice(1)} ${verb}d`,
    ...(failure ?? { failed: `Failed to ${verb} ${noun}` }),
    reloads,
    keepsForm: true,
  })
  const edit = useEditForm({ ...options, error: save.error })
  return {
    form: edit.form,
    dialog: {
      form: edit,
      call: { isPending: save.isPending, error: edit.error, ...(save.isPending && { sent }) },
      onSubmit: (values: Values) => save.mutate(values, { onSuccess: onClose, onError: edit.mergeTheirs }),
      onClose,
    },
  }
}

const choose = 'Choose which value to keep for each highlighted field, then save.'
const chooseFirst = new CallError({ message: choose, sentence: choose, code: 'changed' })

const noteBelow: FieldNote['inputWrapperOrder'] = ['label', 'input', 'description', 'error']
