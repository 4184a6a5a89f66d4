import type { CompanyUser } from '@trunkshow/contract/company/schema.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useChangeUser, useRemoveUser } from './queries.ts'

interface UserDialogProps {
  user: CompanyUser
  onClose: () => void
}

/** Asks before somebody is let in no more. */
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
      <strong>{name}</strong> is signed out everywhere and can no longer log in. What they made stays, and you
      can reactivate them at any time.
    </ConfirmDialog>
  )
}

/** Asks before somebody, or an invitation, is taken out of the company. */
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
        ? 'can no longer accept the invitation.'
        : 'loses access at once. What they made stays with the company. To come back they need a new invitation.'}
    </ConfirmDialog>
  )
}
