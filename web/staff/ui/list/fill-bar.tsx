import { formatFill } from '@trunkshow/contract/slots/rules.ts'
import styles from './fill-bar.module.css'

interface FillBarProps {
  /** Undefined while unknown. */
  fill: { booked: number; totalSlots: number } | undefined
}

/** How full an event is, in words and as a bar. */
export function FillBar({ fill }: FillBarProps) {
  const { booked = 0, totalSlots = 0 } = fill ?? {}
  return (
    <span className={styles.fill}>
      <span>{fill && formatFill(fill)}</span>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${totalSlots && (100 * booked) / totalSlots}%` }} />
      </span>
    </span>
  )
}
