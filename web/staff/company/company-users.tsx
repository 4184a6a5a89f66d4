import { Box, Flex, Group, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import { userCan } from '@trunkshow/contract/company/rules.ts'
import { type CompanyUser, type InviteInput, inviteInput } from '@trunkshow/contract/company/schema.ts'
import { mayDo, type Right, type Role, roles } from '@trunkshow/contract/permissions.ts'
import { rightLabels } from '@trunkshow/contract/right-labels.ts'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { useUser } from '../session/session-query.ts'
import { ConfirmCall, ConfirmDialog } from '../ui/dialog/dialog.tsx'
import { Loaded } from '../ui/feedback/notice.tsx'
import { ReasonButton, RowButton } from '../ui/feedback/reason-button.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { FormDialog, useCallForm } from '../ui/form/form-dialog.tsx'
import { FormSection } from '../ui/form/form-shell.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { QuietText, Tag } from '../ui/page/words.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import { companyQuery, companyUsersQuery, useChangeUser } from './queries.ts'
import { RightList, RoleRights } from './role-table.tsx'
import styles from './user-row.module.css'

const usersKey = companyUsersQuery().queryKey

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
      <Loaded query={users} noun="users" skeleton={{ height: 120 }}>
        {(users) => <UsersList users={users} />}
      </Loaded>
      <Group gap="12px 16px" className={surfaces.wide}>
        <ReasonButton
          variant="default"
          disabled={company.isPending}
          reason={company.data === null ? companyMessages.notSaved : null}
          onClick={() => setInviting(true)}
        >
          Invite User
        </ReasonButton>
        {company.data === null && <QuietText>{companyMessages.notSaved}</QuietText>}
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
  /** The invitation of an admin, to be confirmed. */
  const [asked, setAsked] = useState<InviteInput>()
  const { form, dialog } = useCallForm({
    schema: inviteInput,
    values: empty,
    call: (body: InviteInput) => call(api.company.invite, { body }),
    done: (_invited, { email }) => ({
      title: 'Invitation sent',
      description: `We emailed ${email} a link that expires in 7 days.`,
    }),
    failedTo: 'invite user',
    reloads: usersKey,
    onFailed: () => setAsked(undefined),
    onClose,
  })
  return (
    <FormDialog
      title="Invite User"
      {...dialog}
      onSubmit={(values) => (values.role === 'admin' ? setAsked(values) : dialog.onSubmit(values))}
      submitLabel="Send invitation"
      pendingLabel="Sending..."
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
          tone="accent"
          title={`Invite ${asked.name} as an admin?`}
          confirmLabel="Send invitation"
          pendingLabel="Sending..."
          keepLabel="Don’t send"
          loading={dialog.call.isPending}
          onConfirm={() => dialog.onSubmit(asked)}
          onClose={() => setAsked(undefined)}
        >
          <RoleRights role={asked.role} />
        </ConfirmDialog>
      )}
    </FormDialog>
  )
}

const states = {
  pending: <Tag tone="warn">Pending</Tag>,
  active: <Tag tone="good">Active</Tag>,
  deactivated: <Tag>Deactivated</Tag>,
}

function UserRow({ user, activeAdmins }: { user: CompanyUser; activeAdmins: number }) {
  const { id, name, invitedEmail, role, state } = user
  const [asking, setAsking] = useState<'deactivate' | 'remove'>()
  const [nextRole, setNextRole] = useState<Role>()
  const changeUser = useChangeUser()
  const reactivate = useReportedCall({
    call: () => changeUser(id, { isActive: true }),
    done: () => ({ title: 'User reactivated', description: name }),
    failedTo: 'update user',
    reloads: usersKey,
  })
  const resend = useReportedCall({
    call: () => call(api.company.resend, { params: { id } }),
    done: () => ({
      title: 'Invitation sent again',
      description: `We emailed ${invitedEmail} a new link. The old one no longer works.`,
    }),
    failedTo: 'invite user',
    reloads: usersKey,
  })
  const me = useUser()
  const closeConfirm = () => setAsking(undefined)
  const step = {
    pending: { label: 'Resend', of: `invitation to ${name}`, call: resend },
    active: undefined,
    deactivated: { label: 'Reactivate', of: name, call: reactivate },
  }[state]
  return (
    <li className={styles.row}>
      <div className={styles.person}>
        <strong>{name}</strong>{' '}
        <small>{[user.isOwner && 'Owner', id === me?.id && 'You'].filter(Boolean).join(' · ')}</small>
        <QuietText>{invitedEmail}</QuietText>
      </div>
      <Group gap="xs" className={styles.tags}>
        <RoleBadge
          name={name}
          role={role}
          reason={userCan.changeRole(user, activeAdmins)}
          onChange={setNextRole}
        />
        {states[state]}
      </Group>
      <Flex justify="flex-end" mr="-xs">
        {step && (
          <RowButton
            label={step.label}
            of={step.of}
            disabled={step.call.isPending}
            onClick={() => step.call.mutate()}
          />
        )}
        <RowMenu
          name={name}
          tasks={[
            state === 'active' && {
              label: 'Deactivate',
              danger: true,
              reason: userCan.deactivate(user, activeAdmins),
              onRun: () => setAsking('deactivate'),
            },
            {
              label: 'Remove',
              danger: true,
              reason: userCan.remove(user, activeAdmins),
              onRun: () => setAsking('remove'),
            },
          ]}
        />
      </Flex>
      {nextRole && <RoleDialog user={user} role={nextRole} onClose={() => setNextRole(undefined)} />}
      {asking === 'deactivate' && (
        <ConfirmCall
          title="Deactivate this user?"
          confirmLabel="Deactivate"
          keepLabel="Keep active"
          call={() => changeUser(id, { isActive: false })}
          done={() => ({ title: 'User deactivated', description: name })}
          failedTo="update user"
          reloads={usersKey}
          onClose={closeConfirm}
        >
          <strong>{name}</strong> will be logged out everywhere and can’t log in. Their calendar links, and
          invitations and co-hosts they added, end too. Everything else they made stays, and you can
          reactivate them anytime.
        </ConfirmCall>
      )}
      {asking === 'remove' && (
        <ConfirmCall
          title="Remove this user?"
          confirmLabel="Remove"
          keepLabel="Keep user"
          call={() => call(api.company.removeUser, { params: { id } })}
          done={() => ({ title: 'User removed', description: name })}
          failedTo="remove user"
          reloads={usersKey}
          onClose={closeConfirm}
        >
          <strong>{name}</strong>{' '}
          {state === 'pending'
            ? 'won’t be able to accept the invitation.'
            : 'loses access right away. Their calendar links, and invitations and co-hosts they added, end too. Everything else they made stays. To come back, they need a new invitation.'}
        </ConfirmCall>
      )}
    </li>
  )
}

interface RoleDialogProps {
  user: CompanyUser
  role: Role
  onClose: () => void
}

/** Confirms another role, with what the user may then do and no longer do (docs/product.md, What a role may do). */
function RoleDialog({ user: { id, name, role: before }, role, onClose }: RoleDialogProps) {
  const changeUser = useChangeUser()
  const isAdmin = role === 'admin'
  const lost = (Object.keys(rightLabels) as Right[]).filter(
    (right) => mayDo(before, right) && !mayDo(role, right),
  )
  return (
    <ConfirmCall
      tone="accent"
      title={isAdmin ? `Make ${name} an admin?` : `Change ${name}’s role to ${role}?`}
      confirmLabel={isAdmin ? 'Make admin' : 'Change role'}
      pendingLabel="Saving..."
      keepLabel={`Keep ${before}`}
      call={() => changeUser(id, { role })}
      done={() => ({ title: 'Role changed', description: `${name}’s role is now ${role}.` })}
      failedTo="update user"
      reloads={usersKey}
      onClose={onClose}
    >
      <RoleRights role={role} />
      <RightList title="They can no longer:" rights={lost} />
    </ConfirmCall>
  )
}

const tones = { admin: 'bad', 'order management': 'info', 'view only': 'plain' } as const satisfies Record<
  Role,
  string
>

interface RoleBadgeProps {
  name: string
  role: Role
  /** Why it can't be changed; null if it can. */
  reason: string | null
  onChange: (role: Role) => void
}

/** A user's role in its color. If it can be changed, a native select is behind it. */
function RoleBadge({ name, role, reason, onChange }: RoleBadgeProps) {
  return (
    <Box component="span" pos="relative" bdrs={99} title={reason ?? undefined}>
      <Tag tone={tones[role]}>
        {role}
        {reason === null && <span aria-hidden="true"> ▾</span>}
      </Tag>
      {reason === null && (
        <select
          className={`${surfaces.over} ${styles.over}`}
          aria-label={`Role of ${name}`}
          title="Change role"
          value={role}
          onChange={(event) => onChange(event.target.value as Role)}
        >
          {roles.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </select>
      )}
    </Box>
  )
}
