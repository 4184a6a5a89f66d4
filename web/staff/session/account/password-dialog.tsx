import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput } from '@mantine/core'
import { passwordForm } from '@trunkshow/contract/session/schema.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { ConfirmPasswordField, NewPasswordField } from './account-fields.tsx'
import { useChangePassword } from './profile-queries.ts'

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** A new password with the old one, so that an unlocked phone is not enough (docs/product.md, Passwords). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangePassword()
  const form = useSchemaForm(passwordForm, empty, change.error)
  const send = form.onSubmit(
    ({ oldPassword, newPassword }) => change.mutate({ oldPassword, newPassword }, { onSuccess: onClose }),
    focusFirstError,
  )
  return (
    <Dialog opened title="Change password" onClose={onClose}>
      <FormShell
        onSubmit={send}
        loading={change.isPending}
        error={change.error}
        submitLabel="Change password"
        pendingLabel="Changing..."
        secondary={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <Fields>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('oldPassword')}
          />
          <NewPasswordField label="New password" name="newPassword" {...form.getInputProps('newPassword')} />
          <ConfirmPasswordField label="Confirm new password" {...form.getInputProps('confirmPassword')} />
        </Fields>
      </FormShell>
    </Dialog>
  )
}
