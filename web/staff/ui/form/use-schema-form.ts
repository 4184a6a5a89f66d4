import {
  type FormErrors,
  schemaResolver,
  type UseFormInput,
  type UseFormReturnType,
  useForm,
} from '@mantine/form'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { CallError } from '../../api/call-error.ts'

/**
 * A form whose rules are a schema of the contract. Fields are checked when the form is sent; what the server refuses
 * is shown at its fields too. What is said about a field goes as it is edited.
 *
 * @param schema the input's schema; its sentences stand at the fields
 * @param initialValues what the screen shows first
 * @param error of the form's call, null while there is none
 * @param enhanceGetInputProps adds to what each field is given
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
    // What another person saved first is no error of a field: `useEditForm` merges it.
    if (!(error instanceof CallError) || error.current) return
    // Drawn at once, since the focus goes to what is wrong on the page; an effect itself cannot have that.
    queueMicrotask(() => {
      flushSync(() => form.setErrors(error.fields))
      focusFirstError()
    })
  }, [error, form.setErrors])
  return form
}

/**
 * The paths of errors that the values no longer deserve: what they are about was edited, or the rule that was broken
 * together with another field holds again.
 */
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

/** What stands at `fields.0.label`, as text where it is made of others. */
function valueAt(values: unknown, path: string): unknown {
  const found = path.split('.').reduce((value, name) => (value as never)?.[name], values)
  return typeof found === 'object' ? JSON.stringify(found) : found
}

/** The fields that differ from those the form began with: what somebody else changed meanwhile is not sent back. */
export function changedIn<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
): Partial<Values> {
  const changed = Object.entries(form.getValues()).filter(([field]) => form.isDirty(field))
  return Object.fromEntries(changed) as Partial<Values>
}

/** Puts the focus on the first wrong field of the form that was sent, or on the first that another person changed. */
export function focusFirstError() {
  const form = document.activeElement?.closest('form') ?? document
  requestAnimationFrame(() => {
    const [wrong] = ['[aria-invalid="true"]', '[data-changed]'].flatMap((those) => [
      ...form.querySelectorAll<HTMLElement>(those),
    ])
    wrong?.focus()
  })
}

/** Puts the focus on the field at this path, as its input names it in `data-path`. */
export function focusField(path: string) {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus())
}
