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
import { CallError } from '../../api/client.ts'

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
