import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Place } from '@trunkshow/contract/events/schema.ts'
import { type ReactNode, useState } from 'react'
import { placesQuery } from '../queries.ts'
import { zoneName } from './zone-name.ts'

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
