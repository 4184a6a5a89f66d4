import { Button, Group, Input, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useClipboard } from '@mantine/hooks'
import { centsToDecimal, formatMoney, parseCents } from '@trunkshow/contract/money.ts'
import { addressStates, stateCodeOf } from '@trunkshow/contract/us-states.ts'
import { type FocusEventHandler, type KeyboardEventHandler, type ReactNode, useId, useState } from 'react'
import { CopyIcon } from '../page/icons.tsx'

interface ChoiceFieldProps {
  label: string
  description?: string
  choices: readonly { value: string; label: string }[]
  value?: string
  onChange: (value: string) => void
  error?: ReactNode
}

/** A labeled radio group for a few choices, all visible. */
export function ChoiceField({ label, description, choices, error, ...control }: ChoiceFieldProps) {
  const labelId = useId()
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      labelElement="div"
      labelProps={{ id: labelId }}
    >
      <SegmentedControl aria-labelledby={labelId} data={[...choices]} fullWidth {...control} />
    </Input.Wrapper>
  )
}

interface ChoiceOrNumberProps extends ChoiceFieldProps {
  /** The label of the last choice, which opens a field for another number, and that field's. */
  other: string
  numberLabel: string
}

/** A few numbers to choose from, or any other in a field. The description is the field's. */
export function ChoiceOrNumber({ label, choices, other, value, numberLabel, ...field }: ChoiceOrNumberProps) {
  const [isOther, setIsOther] = useState(choices.every((choice) => choice.value !== value))
  return (
    <>
      <ChoiceField
        label={label}
        choices={[...choices, { value: 'other', label: other }]}
        value={isOther ? 'other' : value}
        onChange={(chosen) => {
          setIsOther(chosen === 'other')
          if (chosen !== 'other') field.onChange(chosen)
        }}
      />
      {isOther && (
        <TextInput
          label={numberLabel}
          inputMode="numeric"
          autoComplete="off"
          maw={240}
          value={value}
          {...field}
          onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
        />
      )}
    </>
  )
}

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

const states = Object.entries(addressStates).map(([value, label]) => ({ value, label }))

interface StateFieldProps extends GetInputPropsReturnType {
  required?: boolean
}

/** The state of a US address by name, stored as its postal code. What is stored and is no state stays a choice. */
export function StateField({ value, ...field }: StateFieldProps) {
  const typed = String(value ?? '')
  const code = stateCodeOf(typed) ?? typed
  const isKnown = code === '' || stateCodeOf(typed) !== null
  return (
    <NativeSelect
      label="State"
      value={code}
      data={[
        { value: '', label: 'Select a state' },
        ...(isKnown ? [] : [{ value: code, label: code }]),
        ...states,
      ]}
      {...field}
    />
  )
}

interface CopyFieldProps {
  /** For screen readers. */
  label: string
  value: string
  /** The button that has the focus when a dialog opens. */
  autoFocus?: boolean
}

/** A link to read, and a button that copies it. */
export function CopyField({ label, value, autoFocus }: CopyFieldProps) {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Group gap="xs">
      <TextInput
        readOnly
        flex="1 1 220px"
        aria-label={label}
        value={value}
        onFocus={(focus) => focus.currentTarget.select()}
      />
      <Button leftSection={<CopyIcon />} onClick={() => clipboard.copy(value)} data-autofocus={autoFocus}>
        {clipboard.copied ? 'Copied' : 'Copy link'}
      </Button>
    </Group>
  )
}
