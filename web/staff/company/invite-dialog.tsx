import '@mantine/core/styles/Combobox.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { inviteInput } from '@trunkshow/contract/company/schema.ts'
import { type Role, roles } from '@trunkshow/contract/permissions.ts'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import { useInviteUser } from './queries.ts'

const empty = { name: '', email: '', role: 'view only' as Role }

/** Invites a user by email. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useInviteUser()
  const form = useSchemaForm(inviteInput, empty, invite.error)
  return (
    <FormDialog
      title="Invite User"
      form={form}
      call={invite}
      onSubmit={(values) => invite.mutate(values, { onSuccess: onClose })}
      submitLabel="Send invitation"
      pendingLabel="Sending..."
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="Email"
        type="email"
        description="We’ll email a one-time link that expires in 7 days."
        {...form.getInputProps('email')}
      />
      <NativeSelect
        label="Role"
        description="You can change this later."
        data={[...roles]}
        {...form.getInputProps('role')}
      />
    </FormDialog>
  )
}
