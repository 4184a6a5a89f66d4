import type { CompanyUser } from '@trunkshow/contract/company/schema.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { useChangeUser, useRemoveUser } from './queries.ts'

interface UserDialogProps {
  user: CompanyUser
  onClose: () => void
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
      <strong>{name}</strong> will be logged out everywhere and can’t log in. Invitations and co-hosts they
      added end too. Everything else they made stays, and you can reactivate them anytime.
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
        : 'loses access right away. Invitations and co-hosts they added end too. Everything else they made stays. To come back, they need a new invitation.'}
    </ConfirmDialog>
  )
}
