import { NativeSelect } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { otherPostalCodes, stateCodeOf } from '@trunkshow/contract/shopify/rules.ts'
import { usStates } from '@trunkshow/contract/us-states.ts'

const states = Object.entries(usStates).map(([value, label]) => ({ value, label }))
const others = Object.entries(otherPostalCodes).map(([value, label]) => ({ value, label }))

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
        ...others,
      ]}
      {...field}
    />
  )
}
