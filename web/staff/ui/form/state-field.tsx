import { NativeSelect } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { addressStates, stateCodeOf } from '@trunkshow/contract/us-states.ts'

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
