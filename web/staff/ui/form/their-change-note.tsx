import { Button } from '@mantine/core'
import { changedTo } from '@trunkshow/contract/edits.ts'
import styles from './their-change-note.module.css'

interface TheirChangeNoteProps {
  /** Who changed it. */
  name: string
  /** Their value, as people read it. */
  words: string
  /** Both, where it was changed here too and a person has to choose. */
  onKeepMine?: () => void
  onUseTheirs?: () => void
}

/** At a field that another person changed while it was being edited here. */
export function TheirChangeNote({ name, words, onKeepMine, onUseTheirs }: TheirChangeNoteProps) {
  return (
    <span className={styles.note} data-conflict={onKeepMine !== undefined}>
      <span className={styles.words}>{changedTo(name, words)}</span>
      {onKeepMine && (
        <span className={styles.choices}>
          <Button variant="default" size="compact-sm" onClick={onKeepMine}>
            Keep mine
          </Button>
          <Button variant="default" size="compact-sm" onClick={onUseTheirs}>
            Use {name}’s
          </Button>
        </span>
      )}
    </span>
  )
}
