import styles from './pick-list.module.css'

interface PickListProps<Item> {
  label: string
  items: readonly Item[]
  /** An item's name, and what distinguishes it from others. */
  wordsOf: (item: Item) => { name: string; detail: string }
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
    <ul className={styles.list} aria-label={label}>
      {items.map((item) => {
        const { name, detail } = wordsOf(item)
        return (
          <li key={item.id}>
            <button type="button" className={styles.pick} onClick={() => onPick(item)}>
              <strong>{name}</strong>
              <span>{detail}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
