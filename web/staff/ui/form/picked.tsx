import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './picked.module.css'

interface PickedProps {
  name: string
  detail: ReactNode
  /** The Change button's accessible name. */
  changeLabel: string
  error?: ReactNode
  /** Absent if the selection is final. */
  onChange?: (() => void) | undefined
  disabled?: boolean
}

/** The selected item, with a button to select another one. */
export function Picked({ name, detail, changeLabel, error, onChange, disabled }: PickedProps) {
  return (
    <div className={styles.picked} data-wrong={Boolean(error)}>
      <p className={styles.words}>
        <strong>{name}</strong>
        <span>{detail}</span>
        {error && (
          <span className={styles.error} role="alert">
            {error}
          </span>
        )}
      </p>
      {onChange && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={changeLabel}
          aria-invalid={Boolean(error) || undefined}
          disabled={disabled}
          onClick={onChange}
        >
          Change
        </Button>
      )}
    </div>
  )
}
