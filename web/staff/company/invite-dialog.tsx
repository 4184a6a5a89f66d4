import '@mantine/core/styles/Combobox.layer.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { inviteInput } from '@trunkshow/contract/company/schema.ts'
import { type Role, roles } from '@trunkshow/contract/permissions.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Fields } from '../ui/form/fields.tsx'
import { FormShell } from '../ui/form/form-shell.tsx'
import { LeaveGuard } from '../ui/form/leave-guard.tsx'
import { focusFirstError, useSchemaForm } from '../ui/form/use-schema-form.ts'
import { useInviteUser } from './queries.ts'

const empty = { name: '', email: '', role: 'view only' as Role }

/** Invites a colleague by e-mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useInviteUser()
  const form = useSchemaForm(inviteInput, empty, invite.error)
  const send = form.onSubmit((values) => invite.mutate(values, { onSuccess: onClose }), focusFirstError)
  return (
    <Dialog opened title="Invite User" onClose={onClose}>
      <FormShell
        onSubmit={send}
        loading={invite.isPending}
        error={invite.error}
        submitLabel="Send invitation"
        pendingLabel="Sending..."
        secondary={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <Fields>
          <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label="Email"
            type="email"
            description="Gets a link that is good for 7 days and once"
            {...form.getInputProps('email')}
          />
          <NativeSelect
            label="Role"
            description="Can be changed later"
            data={[...roles]}
            {...form.getInputProps('role')}
          />
        </Fields>
        <LeaveGuard isDirty={() => form.isDirty()} />
      </FormShell>
    </Dialog>
  )
}
