import { PasswordInput } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { type PasswordChangeInput, passwordForm } from '@trunkshow/contract/session/schema.ts'
import { call } from '../../api/client.ts'
import { feedsQuery } from '../../calendars/queries.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { ConfirmPasswordField, NewPasswordField } from './account-fields.tsx'
import { sessionsQuery } from './queries.ts'

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** Requires the old password, so an unlocked phone isn't enough (docs/product.md, Passwords). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useReportedCall({
    call: (body: PasswordChangeInput) => call(api.session.changePassword, { body }),
    done: () => ({
      title: 'Password changed',
      description: 'You’ve been logged out of all other browsers, and your calendar links have ended.',
    }),
    failedTo: 'change password',
    keepsForm: true,
    onDone: (_changed, client) => {
      for (const { queryKey } of [sessionsQuery(), feedsQuery()]) void client.invalidateQueries({ queryKey })
    },
  })
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
