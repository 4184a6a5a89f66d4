import { Group, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import { type CompanyUser, type InviteInput, inviteInput } from '@trunkshow/contract/company/schema.ts'
import { type Role, roles } from '@trunkshow/contract/permissions.ts'
import { useState } from 'react'
import { sentenceOf } from '../api/call-error.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import surfaces from '../ui/page/surfaces.module.css'
import { companyQuery, companyUsersQuery, useInviteUser } from './queries.ts'
import { RoleRights } from './role-rights.tsx'
import styles from './user-row.module.css'
import { UserRow } from './user-row.tsx'

/**
 * The company's users and their roles; inviting more requires saved company details (docs/product.md, Users and
 * invitations).
 */
export function CompanyUsers() {
  const users = useQuery(companyUsersQuery())
  const company = useQuery(companyQuery())
  const [inviting, setInviting] = useState(false)
  return (
    <FormSection title="Company Users" hint="Your team and their roles.">
      {users.data ? (
        <UsersList users={users.data} />
      ) : users.isError ? (
        <LoadFailure title="Couldn’t load users" onRetry={users.refetch}>
          {sentenceOf(users.error)}
        </LoadFailure>
      ) : (
        <Skeleton height={120} role="status" aria-label="Loading users" />
      )}
      <Group gap="12px 16px" className={surfaces.wide}>
        <ReasonButton
          variant="default"
          disabled={company.isPending}
          reason={company.data === null ? companyMessages.notSaved : null}
          onClick={() => setInviting(true)}
        >
          Invite User
        </ReasonButton>
        {company.data === null && <Text c="dimmed">{companyMessages.notSaved}</Text>}
      </Group>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </FormSection>
  )
}

function UsersList({ users }: { users: CompanyUser[] }) {
  const activeAdmins = users.filter(({ state, role }) => state === 'active' && role === 'admin').length
  return (
    <ul className={styles.list} aria-label="Company users">
      {users.map((user) => (
        <UserRow key={user.id} user={user} activeAdmins={activeAdmins} />
      ))}
    </ul>
  )
}

const empty = { name: '', email: '', role: 'view only' as Role }

/** Invites a user by email, to a role whose rights it lists; as an admin only after a question. */
function InviteDialog({ onClose }: { onClose: () => void }) {
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
