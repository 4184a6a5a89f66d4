import { PasswordInput } from '@mantine/core'
import { passwordForm } from '@trunkshow/contract/session/schema.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { ConfirmPasswordField, NewPasswordField } from './account-fields.tsx'
import { useChangePassword } from './profile-queries.ts'

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** Requires the old password, so an unlocked phone isn't enough (docs/product.md, Passwords). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangePassword()
  const form = useSchemaForm(passwordForm, empty, change.error)
  return (
    <FormDialog
      title="Change password"
      form={form}
      call={change}
      onSubmit={({ oldPassword, newPassword }) =>
        change.mutate({ oldPassword, newPassword }, { onSuccess: onClose })
      }
      submitLabel="Change password"
      pendingLabel="Changing..."
      onClose={onClose}
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('oldPassword')}
      />
      <NewPasswordField label="New password" name="newPassword" {...form.getInputProps('newPassword')} />
      <ConfirmPasswordField label="Confirm new password" {...form.getInputProps('confirmPassword')} />
    </FormDialog>
  )
}
