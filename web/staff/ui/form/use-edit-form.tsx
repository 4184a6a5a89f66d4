import { changesIn, mergeEdits, type TheirChange } from '@trunkshow/contract/edits.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { CallError } from '../../api/call-error.ts'
import { TheirChangeNote } from './their-change-note.tsx'
import { focusField, focusFirstError, useSchemaForm } from './use-schema-form.ts'

interface EditFormOptions<Row, Values> {
  /** @param base the record that the form is based on */
  schema: (base: Row | undefined) => z.ZodType
  /** The record as its editing began; none makes a new one. */
  record: Row | undefined
  valuesOf: (record: Row | undefined) => Values
  /** Of the form's call, null while there is none. */
  error: Error | null
  /** How people read the value of a field; as it is, unless given. */
  wordsOf?: (path: string, value: unknown, base: Row | undefined) => string
  /** Whether the form has this field; all of them, unless given. */
  isShown?: (path: string, base: Row | undefined) => boolean
}

const asItIs = (_path: string, value: unknown) => (value === true ? 'Yes' : String(value || ''))

/** What a person sees at a field that another person changed. */
type Note = TheirChange & { name: string }

/**
 * The form of a record that two people may edit at once (docs/decisions/019). A save sends the version that the form is
 * based on and what was changed here. Where another person saved first, `bringIn` merges their values: fields that
 * were not touched here take them, fields that both changed wait for a choice, and typing is one. Each such field says
 * so until it is changed again.
 */
export function useEditForm<Row extends { version: number }, Values extends Record<string, unknown>>({
  schema,
  record,
  valuesOf,
  error,
  wordsOf = asItIs,
  isShown = () => true,
}: EditFormOptions<Row, Values>) {
  const [base, setBase] = useState(record)
  const [notes, setNotes] = useState<Readonly<Record<string, Note>>>({})
  /** Whether a save was tried before a value was chosen for each field. */
  const [asked, setAsked] = useState(false)
  const settle = (path: string) => setNotes(({ [path]: _, ...rest }) => rest)
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

  /** What the input of a field shows besides its value: nothing, unless another person changed it. */
  function noteAt(path: string, isCheckbox = false) {
    const note = notes[path]
    if (!note) return {}
    const resolve = (value?: unknown) => {
      if (value !== undefined) form.setFieldValue(path, value as never)
      settle(path)
      focusField(path)
    }
    const shown = (
      <TheirChangeNote
        name={note.name}
        words={wordsOf(path, note.value, base)}
        {...(note.isConflict && {
          onKeepMine: () => resolve(),
          onUseTheirs: () => resolve(note.value ?? ''),
        })}
      />
    )
    return {
      'data-changed': true,
      ...(note.isConflict
        ? { error: shown }
        : { description: shown, ...(!isCheckbox && { inputWrapperOrder: noteBelow }) }),
    }
  }

  const hasChoices = Object.entries(notes).some(([path, { isConflict }]) => isConflict && isShown(path, base))
  return {
    form,
    /** The record that the form is based on: as its editing began, or as another person has saved it since. */
    base,
    /** Who changed a field that is no input of the form. */
    changerOf: (path: string) => notes[path]?.name,
    noteAt,
    settle,
    changes: () => changesIn(valuesOf(base), form.getValues()),
    isDirty: () => Object.keys(changesIn(valuesOf(base), form.getValues())).length > 0,
    /** The one message of the form: why it was not saved. */
    error: asked && hasChoices ? chooseFirst : error,
    /** Sends the form, once every field with two values has one. */
    onSubmit: (send: (values: Values) => void) =>
      form.onSubmit((values) => {
        setAsked(hasChoices)
        if (hasChoices) focusFirstError()
        else send(values)
      }, focusFirstError),
    /** For the failure of a save: merges what another person saved first. */
    bringIn: (error: Error) => {
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
      focusFirstError()
    },
  }
}

const choose = 'Choose which value to keep for each highlighted field, then save.'
const chooseFirst = new CallError({ message: choose, sentence: choose, code: 'changed' })

const noteBelow = ['label', 'input', 'description', 'error'] as const
