import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { FieldFrame } from '../shell/form.tsx'
import styles from './party-field.module.css'

interface PartyFieldProps {
  most: number
  value: number
  onChange: (partySize: number) => void
  error?: string
}

/** How many people come on one booking, for events that ask (docs/product.md, The party). */
export const PartyField = ({ most, value, onChange, error }: PartyFieldProps) => (
  <FieldFrame className={styles.field} label="How many of you are coming?" error={error}>
    {(described) => (
      <select
        name="partySize"
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        {...described}
      >
        {partySizes(most)}
      </select>
    )}
  </FieldFrame>
)

/** The choices from one person on. */
export const partySizes = (most: number) =>
  Array.from({ length: most }, (_, index) => index + 1).map((size) => (
    <option key={size} value={size}>
      {peopleOf(size)}
    </option>
  ))
