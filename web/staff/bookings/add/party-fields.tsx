import { Checkbox, NumberInput, type NumberInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { personLimits } from '@trunkshow/contract/person.ts'
import { useState } from 'react'

export function PartySizeField(props: NumberInputProps) {
  return <NumberInput label="People" min={1} max={1000} allowDecimal={false} {...props} />
}

/** To call or text the guest on the day. */
export function PhoneField(props: TextInputProps) {
  return (
    <TextInput
      label="Phone"
      description="Optional. Call or text from the desk."
      type="tel"
      maxLength={personLimits.phone}
      {...props}
    />
  )
}

/**
 * Asks before a booking takes more spots than its time slot has. The consent is to a number of spots: another party or
 * time slot asks again.
 *
 * @param needed how many spots the time slot would have then; undefined while it has room
 */
export function useMoreSpots(needed: number | undefined) {
  const [agreedTo, setAgreedTo] = useState<number>()
  const [asked, setAsked] = useState(false)
  const agrees = agreedTo === needed
  return {
    /** Whether the form can be sent; else the checkbox says what is missing. */
    check: () => {
      setAsked(!agrees)
      return needed === undefined || agrees
    },
    forgetCheck: () => setAsked(false),
    field: needed !== undefined && (
      <Checkbox
        label={`Add to this full time slot. This makes it ${needed} spots.`}
        checked={agrees}
        error={asked && !agrees && 'Check this box to add a spot.'}
        onChange={({ currentTarget: { checked } }) => setAgreedTo(checked ? needed : undefined)}
      />
    ),
  }
}
