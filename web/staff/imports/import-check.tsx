import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { CsvImport } from '@trunkshow/contract/imports/schema.ts'
import { countOf } from '../ui/list/count-of.ts'
import { FaultyRows } from './faulty-rows.tsx'
import styles from './import-dialog.module.css'

interface ImportCheckProps {
  checked: CsvImport
  /** Whether to import products without a SKU even if their name already exists. */
  importSameName: boolean
  setImportSameName: (importSameName: boolean) => void
}

/** The result of the dry run: valid rows, and errors in the others. */
export function ImportCheck({ checked, importSameName, setImportSameName }: ImportCheckProps) {
  const { rows, good, sameName } = checked
  const faulty = rows - good
  return (
    <>
      <dl className={styles.counts}>
        <div>
          <dt>Rows</dt>
          <dd>{rows.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Ready to import</dt>
          <dd>{good.toLocaleString('en-US')}</dd>
        </div>
        <div data-bad={faulty > 0}>
          <dt>With errors</dt>
          <dd>{faulty.toLocaleString('en-US')}</dd>
        </div>
      </dl>
      <p className={styles.soft} role="status">
        Nothing has been imported yet.{' '}
        {faulty > 0 && 'Rows with errors will be skipped. Or fix the file and upload it again.'}
      </p>
      {sameName > 0 && (
        <div className={styles.known}>
          <p>
            {countOf(String(sameName), 'row')} without a SKU {sameName === 1 ? 'has' : 'have'} the same name
            as one of your products or an earlier row.{' '}
            {importSameName ? 'We’ll add each as a new product.' : 'Skipped unless you import anyway.'}
          </p>
          <Checkbox
            label="Import anyway"
            checked={importSameName}
            onChange={(event) => setImportSameName(event.currentTarget.checked)}
          />
        </div>
      )}
      <FaultyRows label="Rows with errors" of={checked} />
    </>
  )
}
