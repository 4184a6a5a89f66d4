import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'

interface PriceFieldProps {
  label: string
  required?: boolean
  description?: string
  /** A decimal, or the empty text for none. */
  value?: string | number
  onChange: (value: string | number) => void
  error?: ReactNode
}

/** An amount in dollars with at most two decimals; the arrow keys step by 0.01 (spec back-office §5). */
export function PriceField(props: PriceFieldProps) {
  return (
    <NumberInput
      prefix="$"
      thousandSeparator=","
      decimalScale={2}
      step={0.01}
      min={0}
      allowNegative={false}
      hideControls
      inputMode="decimal"
      {...props}
    />
  )
}
