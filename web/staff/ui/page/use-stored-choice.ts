import { useLocalStorage } from '@mantine/hooks'

/** A choice that this browser keeps, as JSON, such as whether the menu is collapsed. */
export function useStoredChoice<Choice>(key: string, defaultValue: Choice) {
  return useLocalStorage({ key, defaultValue, getInitialValueInEffect: false, sync: false })
}
