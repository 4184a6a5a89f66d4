import { Text } from '@mantine/core'
import type { CsvImport } from '@trunkshow/contract/imports/schema.ts'
import styles from './import-dialog.module.css'

interface FaultyRowsProps {
  /** The list's label. */
  label: string
  of: CsvImport
}

/** The first errors by line number, and how many more rows have one. */
export function FaultyRows({ label, of: { rows, good, errors } }: FaultyRowsProps) {
  const faulty = rows - good
  return (
    <>
      {errors.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll the list
        <section className={styles.errors} aria-label={label} tabIndex={0}>
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
        <Text c="dimmed" mt="sm">
          And {(faulty - errors.length).toLocaleString('en-US')} more.
        </Text>
      )}
    </>
  )
}
