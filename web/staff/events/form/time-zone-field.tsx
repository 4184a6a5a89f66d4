import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Place } from '@trunkshow/contract/events/schema.ts'
import { type ReactNode, useState } from 'react'
import { placesQuery } from '../queries.ts'

interface TimeZoneFieldProps {
  description?: string
  /** The zone the form has, or would get. */
  place: Pick<Place, 'city' | 'timeZone'>
  onChange: (place: Place) => void
  error?: ReactNode
}

const DEBOUNCE_MS = 150
const keyOf = ({ city, region, timeZone }: Place) => [timeZone, city, region].join('|')
const labelOf = ({ city, region, timeZone }: Place) =>
  `${[city, region].filter(Boolean).join(', ')} (${zoneName(timeZone)})`

/** The event's time zone, chosen by typing a city. */
export function TimeZoneField({ place, description, onChange, error }: TimeZoneFieldProps) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.replace(/ \(.*/, '').trim(), DEBOUNCE_MS)
  const found = useQuery({ ...placesQuery(text), enabled: text !== '' })
  const current: Place = { city: place.city, region: '', timeZone: place.timeZone }
  const label = place.city ? labelOf(current) : zoneName(place.timeZone)
  const others = (found.data ?? []).filter((choice) => keyOf(choice) !== keyOf(current))
  const choices = [
    { value: keyOf(current), label },
    ...others.map((choice) => ({ value: keyOf(choice), label: labelOf(choice) })),
  ]
  return (
    <Select
      label="Time zone"
      description={description}
      searchable
      allowDeselect={false}
      data={choices}
      filter={({ options }) =>
        typed === label || typed === ''
          ? options
          : options.filter((option) => 'value' in option && option.value !== keyOf(current))
      }
      nothingFoundMessage={
        found.isError
          ? 'Couldn’t load cities. Check your connection.'
          : found.isFetching
            ? 'Searching…'
            : 'No city found. Try a larger one nearby.'
      }
      value={keyOf(current)}
      onSearchChange={setTyped}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={(key) => {
        const chosen = others.find((choice) => keyOf(choice) === key)
        if (chosen) onChange(chosen)
      }}
      error={error}
    />
  )
}

/** A time zone as people in the US call it: `America/Chicago` → `Central Time`. */
export function zoneName(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** What a form's times are, in a sentence: `All times are Eastern.`, `All times are London time.` */
export function timesSentence({ timeZone, city }: { timeZone: string; city: string | null }): string {
  const [, american] = /^(Eastern|Central|Mountain|Pacific) Time$/.exec(zoneName(timeZone)) ?? []
  return `All times are ${american ?? `${city ?? timeZone.split('/').at(-1)!.replaceAll('_', ' ')} time`}.`
}
