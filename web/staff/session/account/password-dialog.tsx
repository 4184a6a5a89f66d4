import { api } from '@trunkshow/contract/api.ts'
import { passwordForm } from '@trunkshow/contract/session/schema.ts'
import { call } from '../../api/client.ts'
import { feedsQuery } from '../../calendars/queries.ts'
import { FormDialog, useCallForm } from '../../ui/form/form-dialog.tsx'
import { ConfirmPasswordField, CurrentPasswordField, NewPasswordField } from './account-fields.tsx'
import { sessionsQuery } from './queries.ts'

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** Requires the old password, so an unlocked phone isn't enough (docs/product.md, Passwords). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { form, dialog } = useCallForm({
    schema: passwordForm,
    values: empty,
    call: ({ oldPassword, newPassword }) =>
      call(api.session.changePassword, { body: { oldPassword, newPassword } }),
    done: () => ({
      title: 'Password changed',
      description: 'You’ve been logged out of all other browsers, and your calendar links have ended.',
    }),
    failedTo: 'change password',
    onClose,
    onDone: (_changed, client) => {
      for (const { queryKey } of [sessionsQuery(), feedsQuery()]) void client.invalidateQueries({ queryKey })
    },
  })
  return (
    <FormDialog title="Change password" {...dialog} submitLabel="Change password" pendingLabel="Changing...">
      <CurrentPasswordField data-autofocus {...form.getInputProps('oldPassword')} />
      <NewPasswordField label="New password" name="newPassword" {...form.getInputProps('newPassword')} />
      <ConfirmPasswordField label="Confirm new password" {...form.getInputProps('confirmPassword')} />
    </FormDialog>
  )
}
