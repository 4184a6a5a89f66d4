import type { CompanyUser } from '@trunkshow/contract/company/schema.ts'
import { mayDo, type Right, type Role } from '@trunkshow/contract/permissions.ts'
import { rightLabels } from '@trunkshow/contract/right-labels.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { useChangeUser, useRemoveUser } from './queries.ts'
import { RightList, RoleRights } from './role-rights.tsx'

interface UserDialogProps {
  user: CompanyUser
  onClose: () => void
}

interface RoleDialogProps extends UserDialogProps {
  /** The role to give them. */
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
      opened
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
      opened
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
  const remove = useRemoveUser()
  return (
    <ConfirmDialog
      opened
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
