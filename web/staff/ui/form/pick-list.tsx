import { UnstyledButton } from '@mantine/core'
import { Soft } from '../page/soft.tsx'
import surfaces from '../page/surfaces.module.css'
import styles from './pick-list.module.css'

interface PickListProps<Item> {
  label: string
  items: readonly Item[]
  /** An item's name, and what distinguishes it from others or says why it is unavailable. */
  wordsOf: (item: Item) => { name: string; detail: string; unavailable?: boolean }
  onPick: (item: Item) => void
}

/** A short list of search results to select one from. */
export function PickList<Item extends { id: number }>({
  label,
  items,
  wordsOf,
  onPick,
}: PickListProps<Item>) {
  return (
    <ul className={surfaces.between} aria-label={label}>
      {items.map((item) => {
        const { name, detail, unavailable = false } = wordsOf(item)
        return (
          <li key={item.id}>
            <UnstyledButton
              className={styles.pick}
              aria-disabled={unavailable}
              onClick={() => !unavailable && onPick(item)}
            >
              <strong>{name}</strong>
              <Soft>{detail}</Soft>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}
