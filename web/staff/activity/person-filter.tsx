import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { companyUsersQuery } from '../company/queries.ts'

interface PersonFilterProps {
  userId: number | undefined
  onFilter: (change: { userId: number | undefined }) => void
}

/** Filters a log by user. */
export function PersonFilter({ userId, onFilter }: PersonFilterProps) {
  const users = useQuery(companyUsersQuery()).data ?? []
  // The address may name a user who was removed.
  const unknown = userId !== undefined && !users.some(({ id }) => id === userId)
  return (
    <NativeSelect
      aria-label="Person"
      value={userId ?? ''}
      onChange={(change) => onFilter({ userId: Number(change.currentTarget.value) || undefined })}
      data={[
        { value: '', label: 'Everyone' },
        ...users
          .filter(({ state }) => state !== 'pending')
          .map(({ id, name }) => ({ value: String(id), label: name })),
        ...(unknown ? [{ value: String(userId), label: 'Removed user' }] : []),
      ]}
    />
  )
}
