import { Box, Input, Stack, Text, TextInput } from '@mantine/core'
import { TimeInput } from '@mantine/dates'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { DEFAULT_TIME_ZONE, isDate } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import {
  MAX_STOPS,
  type StopsInput,
  stopsInput,
  type Tour,
  tourInput,
} from '@trunkshow/contract/tours/schema.ts'
import { useEffect } from 'react'
import { api, call, sentenceOf } from '../../api/client.ts'
import { DateField, EndTimeInput } from '../../ui/form/date-field.tsx'
import { FormDialog, useCallForm } from '../../ui/form/form-dialog.tsx'
import { Picked } from '../../ui/form/pick-list.tsx'
import { countOf, QuietText, SubtleButton } from '../../ui/page/words.tsx'
import { TimeZoneField } from '../form/time-zone-field.tsx'
import { eventQuery } from '../queries.ts'
import { PickEvent, wordsOfEvent } from './pick-event.tsx'
import styles from './tour-dialog.module.css'

const emptyStop = {
  location: '',
  eventDate: '',
  endDate: '',
  startTime: '',
  endTime: '',
  /** Undefined for that of the event to copy. */
  timeZone: undefined as string | undefined,
  city: null as string | null,
}
type StopValues = typeof emptyStop

interface TourValues extends Record<string, unknown> {
  name: string
  copyOf: string
  stops: StopValues[]
}

type TourForm = UseFormReturnType<TourValues>

const isFilled = ({ location, eventDate }: StopValues) => location !== '' || eventDate !== ''

interface TourDialogProps {
  /** The tour to add stops to; absent for a new one. */
  tour?: Tour
  /** The event to copy, if it is known. */
  copyOf?: number
  onClose: () => void
}

/** Makes a tour, or adds stops to one: a row for each place and date, all else copied from one event. */
export function TourDialog({ tour, copyOf, onClose }: TourDialogProps) {
  const schema = tour ? stopsInput : tourInput
  const first = copyOf ?? tour?.stops[0]?.id
  const { form, dialog } = useCallForm<TourValues, Tour>({
    schema,
    values: { name: '', copyOf: first ? String(first) : '', stops: [emptyStop] },
    call: (values) => {
      const { name = '', ...body }: StopsInput & { name?: string } = schema.parse(values)
      return tour
        ? call(api.tours.addStops, { params: { id: tour.id }, body })
        : call(api.tours.create, { body: { name, ...body } })
    },
    done: ({ name, stops }) => ({ title: 'Tour saved', description: `${name} has ${stops.length} stops.` }),
    failedTo: tour ? 'add stops' : 'create tour',
    onClose,
    onDone: (_saved, client) => void client.invalidateQueries({ queryKey: ['events'] }),
  })
  const { stops } = form.values
  const filled = stops.filter(isFilled).length
  const original = useQuery({ ...eventQuery(form.values.copyOf), enabled: form.values.copyOf !== '' })
  useHoursOf(original.data, form)
  return (
    <FormDialog
      title={tour ? `Add Stops to ${tour.name}` : 'Create Tour'}
      {...dialog}
      width={1160}
      sticky
      submitLabel={tour ? 'Add Stops' : 'Create Tour'}
      pendingLabel="Creating..."
    >
      {!tour && <TextInput label="Tour name" required data-autofocus {...form.getInputProps('name')} />}
      <Input.Wrapper
        label="Event to copy"
        labelElement="div"
        description="Each stop is a copy of this event, with its own link and time slots. It becomes a stop too, unless it is in another tour."
        required
      >
        <Box mt={4}>
          {form.values.copyOf ? (
            <Picked
              {...(original.data
                ? wordsOfEvent(original.data)
                : { name: original.isError ? 'Unknown event' : 'Loading event...', detail: '' })}
              changeLabel="Change event to copy"
              error={form.errors.copyOf ?? (original.isError && sentenceOf(original.error))}
              onChange={() => form.setFieldValue('copyOf', '')}
            />
          ) : (
            <PickEvent
              error={form.errors.copyOf}
              onPick={({ id }) => form.setFieldValue('copyOf', String(id))}
            />
          )}
        </Box>
      </Input.Wrapper>
      <Stack component="ol" aria-label="Stops">
        {stops.map((_, index) => (
          <StopRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity
            key={index}
            form={form}
            index={index}
            original={original.data}
          />
        ))}
      </Stack>
      {typeof form.errors.stops === 'string' && <Text c="bad">{form.errors.stops}</Text>}
      <QuietText aria-live="polite">
        {filled === 0
          ? 'Enter a place and a date. We’ll add another row.'
          : `Creates ${countOf(String(filled), 'event')}.`}
      </QuietText>
    </FormDialog>
  )
}

/** Fills in the hours of the event to copy where none were typed, and keeps an empty row at the end. */
function useHoursOf(original: Event | undefined, form: TourForm) {
  const { stops } = form.values
  const last = stops.at(-1)
  useEffect(() => {
    const needsRow = (!last || isFilled(last)) && stops.length < MAX_STOPS
    const hours = original && { startTime: original.startTime, endTime: original.endTime }
    const needsHours = hours && stops.some(({ startTime, endTime }) => !startTime && !endTime)
    if (!needsRow && !needsHours) return
    const rows = needsRow ? [...stops, emptyStop] : stops
    form.setFieldValue(
      'stops',
      rows.map((row) => (row.startTime || row.endTime ? row : { ...row, ...hours })),
    )
  })
}

function StopRow({ form, index, original }: { form: TourForm; index: number; original: Event | undefined }) {
  const { stops } = form.values
  const stop = stops[index]!
  const field = (name: keyof StopValues) => form.getInputProps(`stops.${index}.${name}`)
  return (
    <li className={styles.stop} aria-label={`Stop ${index + 1}`}>
      <TextInput className={styles.place} label="City or place" {...field('location')} />
      <DateField graysPast label="Date" valueFormat="MMM D, YYYY" {...field('eventDate')} />
      <DateField
        graysPast
        label="Last day"
        placeholder="Same day"
        valueFormat="MMM D, YYYY"
        minDate={isDate(stop.eventDate) ? stop.eventDate : undefined}
        {...field('endDate')}
      />
      <TimeInput label="Start time" {...field('startTime')} />
      <EndTimeInput label="End time" {...field('endTime')} />
      <div className={styles.zone}>
        <TimeZoneField
          place={
            stop.timeZone === undefined
              ? { timeZone: original?.timeZone ?? DEFAULT_TIME_ZONE, city: original?.city ?? null }
              : { timeZone: stop.timeZone, city: stop.city }
          }
          onChange={({ timeZone, city }) => {
            form.setFieldValue(`stops.${index}.timeZone`, timeZone)
            form.setFieldValue(`stops.${index}.city`, city)
          }}
          error={form.errors[`stops.${index}.timeZone`]}
        />
      </div>
      <SubtleButton
        className={styles.remove}
        disabled={index === stops.length - 1} // it stays, to add another stop
        aria-label={`Remove stop ${index + 1}`}
        onClick={() => form.removeListItem('stops', index)}
      >
        Remove
      </SubtleButton>
    </li>
  )
}
