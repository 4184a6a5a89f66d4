import { Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import type { CompanyUser } from '@trunkshow/contract/company/schema.ts'
import { useState } from 'react'
import { sentenceOf } from '../api/call-error.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { InviteDialog } from './invite-dialog.tsx'
import { companyQuery, companyUsersQuery } from './queries.ts'
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
