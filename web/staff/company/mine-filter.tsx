import { useUser } from '../session/session-query.ts'
import { ListFilter } from '../ui/list/list-screen.tsx'

interface MineFilterProps {
  mine: boolean | undefined
  onFilter: (change: { mine: true | undefined }) => void
}

/** Shows all, or what is assigned to the user; nothing in a company of one (docs/product.md, Who serves whom). */
export function MineFilter({ mine, onFilter }: MineFilterProps) {
  if (!useUser()?.company?.isTeam && !mine) return null
  return (
    <ListFilter
      label="Whose"
      value={mine ? 'mine' : ''}
      choices={[
        ['', 'Everyone’s'],
        ['mine', 'Mine'],
      ]}
      onChoose={(value) => onFilter({ mine: value === 'mine' || undefined })}
    />
  )
}
