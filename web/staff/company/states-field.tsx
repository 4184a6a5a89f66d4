import { MultiSelect } from '@mantine/core'
import { type UsState, usStates } from '@trunkshow/contract/us-states.ts'
import type { ReactNode } from 'react'
import styles from './states-field.module.css'

const states = Object.entries(usStates).map(([value, label]) => ({ value: value as UsState, label }))

interface StatesFieldProps {
  /** Two-letter state codes. */
  value?: UsState[]
  onChange: (states: UsState[]) => void
  error?: ReactNode
}

/** The Sales Tax picker: any of the 50 states. */
export function StatesField(props: StatesFieldProps) {
  return (
    <MultiSelect
      label="Sales Tax"
      description="States where you collect sales tax"
      placeholder={props.value?.length ? undefined : 'Find a state'}
      data={states}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear states' }}
      nothingFoundMessage="No matching state"
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      withAlignedLabels
      classNames={{
        input: styles.field,
        inputField: styles.typed,
        dropdown: styles.list,
        option: styles.state,
        pill: styles.chosen,
      }}
      {...props}
    />
  )
}
