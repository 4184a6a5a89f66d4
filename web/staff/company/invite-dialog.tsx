import { NativeSelect, TextInput } from '@mantine/core'
import { type InviteInput, inviteInput } from '@trunkshow/contract/company/schema.ts'
import { type Role, roles } from '@trunkshow/contract/permissions.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import { useInviteUser } from './queries.ts'
import { RoleRights } from './role-rights.tsx'

const empty = { name: '', email: '', role: 'view only' as Role }

/** Invites a user by email, to a role whose rights it lists; as an admin only after a question. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useInviteUser()
  const form = useSchemaForm(inviteInput, empty, invite.error)
  /** The invitation of an admin, to be confirmed. */
  const [asked, setAsked] = useState<InviteInput>()
  const send = (input: InviteInput) =>
    invite.mutate(input, { onSuccess: onClose, onSettled: () => setAsked(undefined) })
  return (
    <FormDialog
      title="Invite User"
      form={form}
      call={invite}
      onSubmit={(values) => (values.role === 'admin' ? setAsked(values) : send(values))}
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
      <div>
        <RoleRights role={form.values.role} />
      </div>
      {asked && (
        <ConfirmDialog
          opened
          tone="accent"
          title={`Invite ${asked.name} as an admin?`}
          confirmLabel="Send invitation"
          pendingLabel="Sending..."
          keepLabel="Don’t send"
          loading={invite.isPending}
          onConfirm={() => send(asked)}
          onClose={() => setAsked(undefined)}
        >
          <RoleRights role={asked.role} />
        </ConfirmDialog>
      )}
    </FormDialog>
  )
}
