import { Button, TextInput } from '@mantine/core'
import { importFields } from '@trunkshow/contract/imports/fields.ts'
import type { CsvImport, FaultyRow } from '@trunkshow/contract/imports/schema.ts'
import { useState } from 'react'
import { countOf } from '../ui/list/count-of.ts'
import styles from './import-dialog.module.css'
import type { Recheck } from './queries.ts'

/** The first rows with errors, each wrong cell in a field; the others only count. */
export function MendRows({ checked, recheck }: { checked: CsvImport; recheck: Recheck }) {
  const { kind, rows, good, errors } = checked
  const [typed, setTyped] = useState<Record<number, Record<string, string>>>({})
  const mended = Object.entries(typed).map(([line, cells]) => ({ line: Number(line), cells }))
  const more = rows - good - errors.length
  return (
    <section>
      <form
        className={styles.mend}
        onSubmit={(event) => {
          event.preventDefault()
          recheck.mutate({ mended })
        }}
      >
        <h3>Rows with errors</h3>
        <ul>
          {errors.map((row) => (
            <li key={row.line}>
              <p>
                <b>{titleOf(row)}</b> <span>Line {row.line}</span>
              </p>
              <div>
                {row.cells.map(({ field, value, message }) => (
                  <TextInput
                    key={field}
                    label={importFields(kind)[field]?.label ?? field}
                    error={message}
                    value={typed[row.line]?.[field] ?? value}
                    maxLength={5000}
                    onChange={({ currentTarget }) =>
                      setTyped({ ...typed, [row.line]: { ...typed[row.line], [field]: currentTarget.value } })
                    }
                  />
                ))}
              </div>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <p className={styles.soft}>And {countOf(String(more), 'more row')}, shown once these are fixed.</p>
        )}
        <Button type="submit" variant="default" disabled={mended.length === 0 || recheck.isPending}>
          {recheck.isPending ? 'Checking...' : 'Check again'}
        </Button>
      </form>
    </section>
  )
}

const titleOf = ({ name, email }: FaultyRow) => [name, email].filter(Boolean).join(' · ') || 'No name'
