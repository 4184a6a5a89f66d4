import { type Role, roles } from '@trunkshow/contract/permissions.ts'
import { Tag } from '../ui/tag.tsx'
import styles from './role-badge.module.css'

const tones = { admin: 'bad', 'order management': 'info', 'view only': 'plain' } as const satisfies Record<
  Role,
  string
>

interface RoleBadgeProps {
  /** Whose role it is. */
  name: string
  role: Role
  /** Why it cannot be changed; null when it can. */
  reason: string | null
  onChange: (role: Role) => void
}

/** A user's role in its colour (spec back-office §2). Where it can be changed, the browser's own list is behind it. */
export function RoleBadge({ name, role, reason, onChange }: RoleBadgeProps) {
  return (
    <span className={styles.badge} title={reason ?? undefined}>
      <Tag tone={tones[role]}>
        {role}
        {reason === null && <span aria-hidden="true"> ▾</span>}
      </Tag>
      {reason === null && (
        <select
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
