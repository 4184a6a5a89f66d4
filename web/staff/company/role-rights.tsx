import { Stack, Text } from '@mantine/core'
import { mayDo, type Right, type Role } from '@trunkshow/contract/permissions.ts'
import { rightLabels } from '@trunkshow/contract/right-labels.ts'

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
