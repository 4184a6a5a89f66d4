import type { CsvImport } from '@trunkshow/contract/imports/schema.ts'
import styles from './import-dialog.module.css'

/** What the dry run found: how many rows can be imported, and what is wrong in the others. */
export function ImportCheck({ checked: { rows, good, errors } }: { checked: CsvImport }) {
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
      {errors.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll the list
        <section className={styles.errors} aria-label="Rows that cannot be imported" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Problem</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ line, message }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {faulty > errors.length && (
        <p className={styles.soft}>And {(faulty - errors.length).toLocaleString('en-US')} more.</p>
      )}
    </>
  )
}
