import { Stack, Text, VisuallyHidden } from '@mantine/core'
import { coHostRights, mayDo, type Right, type Role, roles } from '@trunkshow/contract/permissions.ts'
import { rightLabels } from '@trunkshow/contract/right-labels.ts'
import { useUser } from '../session/session-query.ts'
import { FormSection } from '../ui/form/form-shell.tsx'
import { CheckIcon } from '../ui/page/icons.tsx'
import { TableHead } from '../ui/table/plain-table.tsx'
import styles from './role-table.module.css'

const columns = [
  ...roles.map((role) => ({ title: role as string, may: (right: Right) => mayDo(role, right) })),
  { title: 'co-host', may: (right: Right) => coHostRights.includes(right) },
]

/** Each role's rights (docs/product.md, What a role may do). On a phone, each right lists the roles that have it. */
export function RoleTable() {
  const user = useUser()
  return (
    <FormSection
      title="Roles"
      hint={`${user ? `Your role: ${capitalized(user.role)}. ` : ''}Co-hosts have these permissions only for the event they were invited to.`}
    >
      <table className={styles.table}>
        <TableHead columns={['Role permissions', ...columns.map(({ title }) => title)]} />
        <tbody>
          {Object.entries(rightLabels).map(([right, label]) => (
            <tr key={right}>
              <th scope="row">{label}</th>
              {columns.map(({ title, may }) => (
                <Answer key={title} role={title} yes={may(right as Right)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FormSection>
  )
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function Answer({ role, yes }: { role: string; yes: boolean }) {
  return (
    <td data-yes={yes}>
      <span className={styles.mark}>{yes ? <CheckIcon /> : '–'}</span>
      <span className={styles.word}>{role}</span>
      <VisuallyHidden>{yes ? 'Yes' : 'No'}</VisuallyHidden>
    </td>
  )
}

export function RoleRights({ role }: { role: Role }) {
  const may = (Object.keys(rightLabels) as Right[]).filter((right) => mayDo(role, right))
  if (role !== 'admin') return <RightList title="They can:" rights={may} />
  // Admins may do everything, so what others may not says more.
  const alone = may.filter((right) => !mayDo('order management', right))
  return <RightList title="Admins can do everything, and only they can:" rights={alone} />
}

export function RightList({ title, rights }: { title: string; rights: readonly Right[] }) {
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
