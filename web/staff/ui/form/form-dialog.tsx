import { Button, Stack } from '@mantine/core'
import type { ReactNode, SubmitEventHandler } from 'react'
import type { z } from 'zod'
import { Dialog } from '../dialog/dialog.tsx'
import { type ReportedCall, useReportedCall } from '../feedback/use-reported-call.ts'
import { FormShell } from './form-shell.tsx'
import { LeaveGuard, useCloseGuard } from './leave-guard.tsx'
import { useSchemaForm } from './use-schema-form.ts'

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
        secondary={
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        }
      >
        <Stack>{children}</Stack>
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
