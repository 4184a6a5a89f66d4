import { Input, SegmentedControl } from '@mantine/core'
import { type ReactNode, useId } from 'react'

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
