import type { ErrorBody } from '@trunkshow/contract/errors.ts'
import styles from './refused-note.module.css'
import { SlotTime } from './slot-times.tsx'

interface RefusedNoteProps {
  title: string
  refused: ErrorBody
  /** Radio group of the free times on offer: the form's own until the page is live, then one apart. */
  name: string
  picked: number | null
  onPick: (slotId: number) => void
}

/** Why the form was refused, and up to three nearest free times to pick with one tap (design §7.4). */
export function RefusedNote({ title, refused, name, picked, onPick }: RefusedNoteProps) {
  const alternatives = refused.alternatives ?? []
  return (
    <div className={styles.note}>
      <h3>{title}</h3>
      <p>{refused.message}</p>
      {alternatives.length > 0 && (
        <fieldset>
          <legend>Nearest free times</legend>
          {alternatives.map((slot) => (
            <SlotTime
              key={slot.id}
              name={name}
              slot={slot}
              isPicked={slot.id === picked}
              onPick={onPick}
              withDate
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}
