import { PasswordInput } from '@mantine/core'
import { sessionEndInput } from '@trunkshow/contract/session/schema.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useEndSessions } from './profile-queries.ts'

interface EndSessionsDialogProps {
  /** The browser to log out, as the list names it; all others without one. */
  browser: { id: string; name: string } | null
  onClose: () => void
}

/** Requires the password, so who finds a browser open can't log its user out elsewhere (docs/product.md, Sessions). */
export function EndSessionsDialog({ browser, onClose }: EndSessionsDialogProps) {
  const end = useEndSessions(browser?.name)
  const form = useSchemaForm(sessionEndInput, { id: browser?.id, password: '' }, end.error)
  return (
    <FormDialog
      title={browser ? `Log out ${browser.name}` : 'Log out other browsers'}
      form={form}
      call={end}
      onSubmit={(values) => end.mutate(values, { onSuccess: onClose })}
      submitLabel="Log out"
      pendingLabel="Logging out..."
      onClose={onClose}
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
