import { useQuery } from '@tanstack/react-query'
import { teamAt } from '@trunkshow/contract/assignees/rules.ts'
import type { SlotTime } from '@trunkshow/contract/zones.ts'
import { teamQuery } from './queries.ts'

/** Who is at work at a time slot, each with whom they serve (docs/product.md, Who works when). */
export function SlotTeam({ eventId, slot }: { eventId: number; slot: SlotTime }) {
  const { data } = useQuery(teamQuery(eventId))
  return (
    data &&
    teamAt(data, slot).map(({ userId, name, guests, isAway }) => (
      <small key={userId} style={{ display: 'block' }}>
        {name} {guests.length > 0 ? `with ${guests.join(', ')}` : 'is free'}
        {isAway && ' (not at work then)'}
      </small>
    ))
  )
}
