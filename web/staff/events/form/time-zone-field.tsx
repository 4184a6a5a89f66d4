import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Place } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { placesQuery } from '../queries.ts'
import type { EventFormValues } from './event-form-values.ts'
import { zoneName } from './zone-name.ts'

interface TimeZoneFieldProps {
  form: UseFormReturnType<EventFormValues>
  /** The zone the form has, or would get. */
  place: Pick<Place, 'city' | 'timeZone'>
}

const DEBOUNCE_MS = 150
const keyOf = ({ city, region, timeZone }: Place) => [timeZone, city, region].join('|')
const labelOf = ({ city, region, timeZone }: Place) =>
  `${[city, region].filter(Boolean).join(', ')} (${zoneName(timeZone)})`

/** The event's time zone, chosen by typing a city. */
export function TimeZoneField({ form, place }: TimeZoneFieldProps) {
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
      description="Type a city. Guests elsewhere see their own time, too."
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
        if (!chosen) return
        form.setFieldValue('timeZone', chosen.timeZone)
        form.setFieldValue('city', chosen.city)
      }}
      error={form.errors.timeZone}
    />
  )
}
