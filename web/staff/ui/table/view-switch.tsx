import { useMediaQuery } from '@mantine/hooks'
import { useStoredChoice } from '../page/use-stored-choice.ts'
import styles from './view-switch.module.css'

const views = { table: 'Table', cards: 'Cards' }
type ListView = keyof typeof views

export interface ListViewChoice {
  view: ListView
  /** Absent where a table has no room. */
  onChoose: ((view: ListView) => void) | undefined
}

/** How this device shows a list, such as `customers`: as chosen, or as cards where a table has no room. */
export function useListView(list: string): ListViewChoice {
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const [chosen, onChoose] = useStoredChoice<ListView>(`trunkshow-${list}-view`, 'cards')
  return wide ? { view: chosen, onChoose } : { view: 'cards', onChoose: undefined }
}

export function ViewSwitch({ view, onChoose }: ListViewChoice) {
  if (!onChoose) return null
  return (
    <fieldset className={styles.switch} aria-label="View">
      {Object.entries(views).map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={view === value}
          onClick={() => onChoose(value as ListView)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
