import type { CsvImport } from '@trunkshow/contract/imports/schema.ts'
import { FaultyRows } from './faulty-rows.tsx'
import styles from './import-dialog.module.css'

/** What the dry run found: how many rows can be imported, and what is wrong in the others. */
export function ImportCheck({ checked }: { checked: CsvImport }) {
  const { rows, good } = checked
  const faulty = rows - good
  return (
    <>
      <dl className={styles.counts}>
        <div>
          <dt>Rows</dt>
          <dd>{rows.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Can be imported</dt>
          <dd>{good.toLocaleString('en-US')}</dd>
        </div>
        <div data-bad={faulty > 0}>
          <dt>Cannot</dt>
          <dd>{faulty.toLocaleString('en-US')}</dd>
        </div>
      </dl>
      <p className={styles.soft} role="status">
        Nothing has been imported yet.{' '}
        {faulty > 0 && 'Rows that cannot be imported are left out. Or mend the file and choose it again.'}
      </p>
      <FaultyRows label="Rows that cannot be imported" of={checked} />
    </>
  )
}
