import styles from './import-dialog.module.css'

interface Count {
  label: string
  count: number
  /** Whether these rows aren't imported though they should be. */
  isBad?: boolean
  /** Whether it is shown at zero too. */
  always?: boolean
}

/** How many rows of a file became what. */
export function ImportCounts({ of }: { of: Count[] }) {
  return (
    <dl className={styles.counts}>
      {of.map(
        ({ label, count, isBad = false, always = false }) =>
          (always || count > 0) && (
            <div key={label} data-bad={isBad && count > 0}>
              <dt>{label}</dt>
              <dd>{count.toLocaleString('en-US')}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Rows of bookings that are left out, each with its reason. */
export const leftOut = ({ canceled, past, otherDay, noSpot }: Record<LeftOut, number>): Count[] => [
  { label: 'Canceled', count: canceled },
  { label: 'Over', count: past },
  { label: 'On other days', count: otherDay },
  { label: 'Time slot full', count: noSpot, isBad: true },
]
type LeftOut = 'canceled' | 'past' | 'otherDay' | 'noSpot'
