import { NativeSelect } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { addDays, formatDate, formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { countDays } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { formatTimeOn } from '@trunkshow/contract/zones.ts'
import { slotsQuery } from '../../slots/queries.ts'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import details from '../detail/customer-details.module.css'
import { OrderSection } from '../order-section.tsx'
import { eventChoicesQuery } from '../queries.ts'
import type { BookingToOrder } from './new-order-values.ts'
import { useFailureToast } from './use-failure-toast.ts'
import type { NewOrder } from './use-new-order.ts'

/** The event where the order is taken, if any. */
export function CreateOccasion({ order }: { order: NewOrder }) {
  const { booking } = order.chosen
  return (
    <OrderSection title="Event">
      {booking ? <BookedOccasion booking={booking} /> : <ChosenOccasion order={order} />}
    </OrderSection>
  )
}

function BookedOccasion({ booking: { event, timeSlot } }: { booking: BookingToOrder }) {
  return (
    <dl className={details.details}>
      <dt>Event</dt>
      <dd>{event.name}</dd>
      <dt>Time slot</dt>
      <dd>
        {formatDate(timeSlot.slotDate)}, {formatTime(timeSlot.startTime, timeSlot.zone)}
      </dd>
    </dl>
  )
}

function ChosenOccasion({ order: { form, chosen, choose } }: { order: NewOrder }) {
  const { event, date, timeSlotId } = chosen
  const events = useQuery(eventChoicesQuery())
  const days = event ? countDays(event) : 0
  const slots = useSlots(event, days > 1 ? date : event?.eventDate)
  useFailureToast(slots.data ? null : slots.error, 'Failed to load time slots')
  return (
    <Fields>
      <NativeSelect
        label="Event"
        value={event?.id ?? ''}
        error={form.errors.eventId}
        onChange={({ currentTarget: { value } }) =>
          choose({
            event: events.data?.find(({ id }) => String(id) === value),
            date: undefined,
            timeSlotId: undefined,
          })
        }
        data={[
          { value: '', label: 'No event' },
          ...(events.data ?? []).map(({ id, name, eventDate }) => ({
            value: String(id),
            label: `${name}, ${formatDate(eventDate)}`,
          })),
        ]}
      />
      {events.isError && !events.data && <RetryLine list={events}>Couldn’t load events.</RetryLine>}
      {event && days > 1 && (
        <NativeSelect
          label="Day"
          value={date ?? ''}
          onChange={({ currentTarget: { value } }) =>
            choose({ date: value || undefined, timeSlotId: undefined })
          }
          data={[
            { value: '', label: 'No day' },
            ...Array.from({ length: days }, (_, day) => addDays(event.eventDate, day)).map((value) => ({
              value,
              label: formatDay(value),
            })),
          ]}
        />
      )}
      {slots.data && (
        <NativeSelect
          label="Time slot"
          value={timeSlotId ?? ''}
          error={form.errors.timeSlotId}
          onChange={({ currentTarget: { value } }) => choose({ timeSlotId: Number(value) || undefined })}
          data={[
            { value: '', label: 'No time slot' },
            ...slots.data.map(({ id, slotDate, startTime }) => ({
              value: String(id),
              label: formatTimeOn(slotDate, startTime, event!.zone),
            })),
          ]}
        />
      )}
      {slots.isError && !slots.data && <RetryLine list={slots}>Failed to load time slots</RetryLine>}
    </Fields>
  )
}

/** The slots of the selected event and day; empty before both are selected. */
function useSlots(event: Event | undefined, date: string | undefined) {
  const query = slotsQuery(String(event?.id), date)
  return useQuery({ ...query, queryFn: event && date ? query.queryFn : skipToken })
}
