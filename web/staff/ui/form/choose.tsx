import { NativeSelect, type NativeSelectProps } from '@mantine/core'

export interface ChooseProps<Value> extends Omit<NativeSelectProps, 'value' | 'data' | 'onChange'> {
  value: Value | null | undefined
  /** By their values; an empty string is no choice. */
  choices: readonly (readonly [value: Value | '', label: string])[]
  onChoose: (value: Value | undefined) => void
}

/** Choices in the order of their labels by value, as `Choose` takes them. */
export const choicesOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  Object.entries(labels) as [Value, string][]

/** Chooses one of a list by its value, such as an id. */
export function Choose<Value extends string | number>(props: ChooseProps<Value>) {
  const { value, choices, onChoose, ...field } = props
  return (
    <NativeSelect
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChoose(choices.find(([value]) => String(value) === currentTarget.value)?.[0] || undefined)
      }
      data={choices.map(([value, label]) => ({ value: String(value), label }))}
      {...field}
    />
  )
}
