import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { useId } from 'react'
import styles from './party-field.module.css'

interface PartyFieldProps {
  most: number
  value: number
  onChange: (partySize: number) => void
  error?: string
}

/** How many people come on one booking, for events that ask (docs/product.md, The party). */
export function PartyField({ most, value, onChange, error }: PartyFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>How many of you are coming?</label>
      <select
        id={id}
        name="partySize"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && errorId}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {partySizes(most)}
      </select>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The choices from one person on. */
export const partySizes = (most: number) =>
  Array.from({ length: most }, (_, index) => index + 1).map((size) => (
    <option key={size} value={size}>
      {peopleOf(size)}
    </option>
  ))
