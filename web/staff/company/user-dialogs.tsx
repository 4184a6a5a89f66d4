import { Stack, Text } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import type { CompanyUser } from '@trunkshow/contract/company/schema.ts'
import { mayDo, type Right, type Role } from '@trunkshow/contract/permissions.ts'
import { rightLabels } from '@trunkshow/contract/right-labels.ts'
import { call } from '../api/client.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { useChangeUser, useUserCall } from './queries.ts'

interface UserDialogProps {
  user: CompanyUser
  onClose: () => void
}

interface RoleDialogProps extends UserDialogProps {
  role: Role
}

/** Confirms another role, with what the user may then do and no longer do (docs/product.md, What a role may do). */
export function RoleDialog({ user: { id, name, role: before }, role, onClose }: RoleDialogProps) {
  const change = useChangeUser()
  const all = Object.keys(rightLabels) as Right[]
  const isAdmin = role === 'admin'
  const lost = all.filter((right) => mayDo(before, right) && !mayDo(role, right))
  return (
    <ConfirmDialog
      tone="accent"
      title={isAdmin ? `Make ${name} an admin?` : `Change ${name}’s role to ${role}?`}
      confirmLabel={isAdmin ? 'Make admin' : 'Change role'}
      pendingLabel="Saving..."
      keepLabel={`Keep ${before}`}
      loading={change.isPending}
      onConfirm={() => change.mutate({ id, name, role }, { onSettled: onClose })}
      onClose={onClose}
    >
      <RoleRights role={role} />
      <RightList title="They can no longer:" rights={lost} />
    </ConfirmDialog>
  )
}

/** Confirms deactivating a user. */
export function DeactivateDialog({ user: { id, name }, onClose }: UserDialogProps) {
  const change = useChangeUser()
  return (
    <ConfirmDialog
      title="Deactivate this user?"
      confirmLabel="Deactivate"
      pendingLabel="Deactivating..."
      keepLabel="Keep active"
      loading={change.isPending}
      onConfirm={() => change.mutate({ id, name, isActive: false }, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{name}</strong> will be logged out everywhere and can’t log in. Their calendar links, and
      invitations and co-hosts they added, end too. Everything else they made stays, and you can reactivate
      them anytime.
    </ConfirmDialog>
  )
}

/** Confirms removing a user or an invitation. */
export function RemoveDialog({ user: { id, name, state }, onClose }: UserDialogProps) {
  const remove = useUserCall(
    ({ id }: { id: number; name: string }) => call(api.company.removeUser, { params: { id } }),
    {
      done: ({ name }) => ({ title: 'User removed', description: name }),
      failedTo: 'remove user',
    },
  )
  return (
    <ConfirmDialog
      title="Remove this user?"
      confirmLabel="Remove"
      pendingLabel="Removing..."
      keepLabel="Keep user"
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ id, name }, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{name}</strong>{' '}
      {state === 'pending'
        ? 'won’t be able to accept the invitation.'
        : 'loses access right away. Their calendar links, and invitations and co-hosts they added, end too. Everything else they made stays. To come back, they need a new invitation.'}
    </ConfirmDialog>
  )
}

/** What users of a role can do. */
export function RoleRights({ role }: { role: Role }) {
  const may = (Object.keys(rightLabels) as Right[]).filter((right) => mayDo(role, right))
  if (role !== 'admin') return <RightList title="They can:" rights={may} />
  // Admins may do everything, so what others may not says more.
  const alone = may.filter((right) => !mayDo('order management', right))
  return <RightList title="Admins can do everything, and only they can:" rights={alone} />
}

function RightList({ title, rights }: { title: string; rights: readonly Right[] }) {
  if (rights.length === 0) return null
  return (
    <>
      <Text c="bright" mt="sm">
        {title}
      </Text>
      <Stack component="ul" gap={4} mt="xs" pl="md" style={{ listStyle: 'disc' }}>
        {rights.map((right) => (
          <li key={right}>{rightLabels[right]}</li>
        ))}
      </Stack>
    </>
  )
}
