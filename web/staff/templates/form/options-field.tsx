import { Textarea } from '@mantine/core'
import { readOption } from '@trunkshow/contract/templates/rules.ts'
import type { ReactNode } from 'react'
import { formatModifier } from './option-label.ts'
import styles from './options-field.module.css'
import { linesOf } from './template-form-values.ts'

interface OptionsFieldProps {
  /** One option per line. */
  value: string
  onChange: (value: string) => void
  error: ReactNode
  /** Whether an option can change a price. */
  priced: boolean
}

/** The options of a dropdown, with a preview of each one's name and price change. */
export function OptionsField({ value, onChange, error, priced }: OptionsFieldProps) {
  const options = linesOf(value).map(readOption)
  return (
    <div className={styles.columns}>
      <Textarea
        label="Options"
        description={priced ? 'One per line. Price change: (+$50) or (-$10)' : 'One per line'}
        placeholder={priced ? 'Silk crêpe (+$250)\nOrganza\nSatin (-$40)' : undefined}
        required
        rows={Math.min(12, Math.max(4, options.length + 1))}
        resize="vertical"
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {priced && options.length > 0 && (
        <table className={styles.read}>
          <caption>Preview</caption>
          <tbody>
            {options.map(({ name, cents }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two options may be the same while typing
              <tr key={place}>
                <td>{name}</td>
                <td>
                  {cents === 0 && mayBePrice(name) ? (
                    <b>no price found</b>
                  ) : (
                    formatModifier(cents) || 'no change'
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** Whether an option seems to have a price in another notation: `Gold +$50`, `Gold (+50)`. */
function mayBePrice(name: string) {
  return /[$]|\(\s*[+\-−–]\s*\d/.test(name)
}
