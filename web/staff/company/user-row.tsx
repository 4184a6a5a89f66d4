import { Button, Flex, Group, Text } from '@mantine/core'
import { userCan } from '@trunkshow/contract/company/rules.ts'
import type { CompanyUser } from '@trunkshow/contract/company/schema.ts'
import { type Role, roles } from '@trunkshow/contract/permissions.ts'
import { useState } from 'react'
import { useUser } from '../session/session-query.ts'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { Tag } from '../ui/list/tag.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { useChangeUser, useResendInvitation } from './queries.ts'
import { DeactivateDialog, RemoveDialog, RoleDialog } from './user-dialogs.tsx'
import styles from './user-row.module.css'

const states = {
  pending: <Tag tone="warn">Pending</Tag>,
  active: <Tag tone="good">Active</Tag>,
  deactivated: <Tag>Deactivated</Tag>,
}

interface UserRowProps {
  user: CompanyUser
  /** Number of active admins in the company. */
  activeAdmins: number
}

/** One user of the company: role, status, actions. */
export function UserRow({ user, activeAdmins }: UserRowProps) {
  const { id, name, invitedEmail, role, state } = user
  const [asking, setAsking] = useState<'deactivate' | 'remove'>()
  /** The role to confirm. */
  const [nextRole, setNextRole] = useState<Role>()
  const change = useChangeUser()
  const resend = useResendInvitation()
  const me = useUser()
  const closeConfirm = () => setAsking(undefined)
  return (
    <li className={styles.row}>
      <div className={styles.person}>
        <strong>{name}</strong>{' '}
        <small>{[user.isOwner && 'Owner', id === me?.id && 'You'].filter(Boolean).join(' · ')}</small>
        <Text c="dimmed">{invitedEmail}</Text>
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
      <Flex className={styles.actions}>
        {state === 'pending' && (
          <Button
            variant="subtle"
            disabled={resend.isPending}
            aria-label={`Resend invitation to ${name}`}
            onClick={() => resend.mutate({ id, email: invitedEmail })}
          >
            {resend.isPending ? 'Sending...' : 'Resend'}
          </Button>
        )}
        {state === 'active' && (
          <ReasonButton
            variant="subtle"
            reason={userCan.deactivate(user, activeAdmins)}
            aria-label={`Deactivate ${name}`}
            onClick={() => setAsking('deactivate')}
          >
            Deactivate
          </ReasonButton>
        )}
        {state === 'deactivated' && (
          <Button
            variant="subtle"
            disabled={change.isPending}
            aria-label={`Reactivate ${name}`}
            onClick={() => change.mutate({ id, name, isActive: true })}
          >
            Reactivate
          </Button>
        )}
        <ReasonButton
          variant="subtle"
          color="bad"
          reason={userCan.remove(user, activeAdmins)}
          aria-label={`Remove ${name}`}
          onClick={() => setAsking('remove')}
        >
          Remove
        </ReasonButton>
      </Flex>
      {nextRole && <RoleDialog user={user} role={nextRole} onClose={() => setNextRole(undefined)} />}
      {asking === 'deactivate' && <DeactivateDialog user={user} onClose={closeConfirm} />}
      {asking === 'remove' && <RemoveDialog user={user} onClose={closeConfirm} />}
    </li>
  )
}

const tones = { admin: 'bad', 'order management': 'info', 'view only': 'plain' } as const satisfies Record<
  Role,
  string
>

interface RoleBadgeProps {
  /** The user's name. */
  name: string
  role: Role
  /** Why it can't be changed; null if it can. */
  reason: string | null
  onChange: (role: Role) => void
}

/** A user's role in its color. If it can be changed, a native select is behind it. */
function RoleBadge({ name, role, reason, onChange }: RoleBadgeProps) {
  return (
    <span className={styles.badge} title={reason ?? undefined}>
      <Tag tone={tones[role]}>
        {role}
        {reason === null && <span aria-hidden="true"> ▾</span>}
      </Tag>
      {reason === null && (
        <select
          className={surfaces.over}
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
    </span>
  )
}
