import { Text } from '@mantine/core'
import { mayDo, type Right, type Role } from '@trunkshow/contract/permissions.ts'
import { rightLabels } from '@trunkshow/contract/right-labels.ts'
import styles from './role-rights.module.css'

/** What users of a role can do. */
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
      <Text c="var(--ink)" mt="sm">
        {title}
      </Text>
      <ul className={styles.rights}>
        {rights.map((right) => (
          <li key={right}>{rightLabels[right]}</li>
        ))}
      </ul>
    </>
  )
}
