import type { Refusal } from '@trunkshow/contract/visitor-page.ts'
import { focusOnArrival } from '../shell/form.tsx'
import styles from './refused-note.module.css'
import { SlotTime } from './slot-picker.tsx'

interface RefusedNoteProps {
  /** Undefined if a toast shows the error; then only the open times are listed. */
  title: string | undefined
  refused: Refusal
  spots: number
  /** Radio group of the alternative times: the form's own until hydration, then a separate one. */
  name: string
  picked: number | null
  onPick: (slotId: number) => void
}

/** Why the form was rejected, and up to three nearest open times to select with one tap. */
export function RefusedNote({ title, refused, spots, name, picked, onPick }: RefusedNoteProps) {
  const alternatives = refused.alternatives ?? []
  if (!title && alternatives.length === 0) return null
  return (
    <div className={styles.note} tabIndex={-1} ref={title ? focusOnArrival : undefined}>
      {title && (
        <>
          <h3>{title}</h3>
          <p>{refused.message}</p>
        </>
      )}
      {alternatives.length > 0 && (
        <fieldset>
          <legend>Nearest open times</legend>
          {alternatives.map((slot) => (
            <SlotTime
              key={slot.id}
              name={name}
              slot={slot}
              spots={spots}
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
