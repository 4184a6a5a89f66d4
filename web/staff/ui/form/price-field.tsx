import { TextInput } from '@mantine/core'
import { centsToDecimal, formatMoney, parseCents } from '@trunkshow/contract/money.ts'
import type { FocusEventHandler, KeyboardEventHandler, ReactNode } from 'react'

interface PriceFieldProps {
  label: string
  required?: boolean
  description?: string
  /** As typed; empty for none. */
  value?: string
  onChange: (value: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  error?: ReactNode
}

const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 }

/** An amount in dollars, formatted on blur if it is valid; invalid text stays as typed. The arrow keys step by 0.01. */
export function PriceField({ value = '', onChange, onBlur, ...field }: PriceFieldProps) {
  const show = (cents: number) => {
    const shown = formatMoney(centsToDecimal(cents))
    if (shown !== value) onChange(shown)
  }
  const handleBlur: FocusEventHandler<HTMLInputElement> = (event) => {
    const cents = parseCents(value)
    if (cents !== null) show(cents)
    onBlur?.(event)
  }
  const handleKey: KeyboardEventHandler = (event) => {
    const step = STEPS[event.key]
    const cents = parseCents(value || 0)
    if (step === undefined || cents === null) return
    event.preventDefault()
    show(Math.max(0, cents + step))
  }
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={handleBlur}
      onKeyDown={handleKey}
      {...field}
    />
  )
}
