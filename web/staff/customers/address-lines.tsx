import type { ReactNode } from 'react'
import styles from './address-lines.module.css'

interface AddressLinesProps {
  address: Record<'street' | 'street2' | 'city' | 'state' | 'zip', string | null>
  /** Shown above the street. */
  children?: ReactNode
}

/** A US address, as on an envelope. */
export function AddressLines({
  address: { street, street2, city, state, zip },
  children,
}: AddressLinesProps) {
  return (
    <address className={styles.lines}>
      {children}
      <span>{street}</span>
      {street2 && <span>{street2}</span>}
      <span>
        {city}, {state} {zip}
      </span>
      <span>USA</span>
    </address>
  )
}
