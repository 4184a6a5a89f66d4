import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { Fields } from './fields.tsx'
import { FormShell } from './form-shell.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { focusFirstError } from './use-schema-form.ts'

interface SettingsFormProps<Values, Input, Saved> {
  /** From `useSchemaForm`. */
  form: UseFormReturnType<Values>
  save: {
    mutate: (input: Input, options: { onSuccess: (saved: Saved) => void }) => void
    isPending: boolean
    error: Error | null
  }
  inputOf: (values: Values) => Input
  /** The form's values for what the server has stored. */
  valuesOf: (saved: Saved) => Values
  submitLabel: string
  /** Beside the submit button. */
  secondary?: ReactNode
  /** The stacked fields. */
  children: ReactNode
}

/**
 * A form that stays on its page, beside others: after a save it shows what is stored, and it warns before changes are
 * lost. Its button is a primary one only while there is something to save.
 */
export function SettingsForm<Values extends Record<string, unknown>, Input, Saved>({
  form,
  save,
  inputOf,
  valuesOf,
  children,
  ...shell
}: SettingsFormProps<Values, Input, Saved>) {
  const send = form.onSubmit((values) => {
    save.mutate(inputOf(values), {
      onSuccess: (saved) => {
        form.setValues(valuesOf(saved))
        form.resetDirty(valuesOf(saved))
      },
    })
  }, focusFirstError)
  return (
    <FormShell
      onSubmit={send}
      loading={save.isPending}
      error={save.error}
      pendingLabel="Saving..."
      quiet={!form.isDirty()}
      {...shell}
    >
      <Fields>{children}</Fields>
      <LeaveGuard isDirty={() => form.isDirty()} />
    </FormShell>
  )
}
