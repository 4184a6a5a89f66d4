import { NativeSelect } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { addDays, formatDate, formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { countDays } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import { formatTimeOn } from '@trunkshow/contract/zones.ts'
import { slotsQuery } from '../../slots/queries.ts'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { Facts } from '../../ui/page/facts.tsx'
import { OrderSection } from '../order-section.tsx'
import { eventChoicesQuery } from '../queries.ts'
import type { BookingToOrder } from './order-values.ts'
import { useFailureToast } from './use-failure-toast.ts'
import type { OrderDraft } from './use-order-form.ts'

/** The event where the order is taken, if any. */
export function EventSection({ draft }: { draft: OrderDraft }) {
  const { booking } = draft.chosen
  return (
    <OrderSection title="Event">
      {booking ? (
        <BookedEvent booking={booking} />
      ) : (
        <Fields>
          <EventField draft={draft} />
          <SlotFields draft={draft} />
        </Fields>
      )}
    </OrderSection>
  )
}

function BookedEvent({ booking: { event, timeSlot } }: { booking: BookingToOrder }) {
  return (
    <Facts width={76}>
      <dt>Event</dt>
      <dd>{event.name}</dd>
      <dt>Time slot</dt>
      <dd>
        {formatDate(timeSlot.slotDate)}, {formatTime(timeSlot.startTime, timeSlot.zone)}
      </dd>
    </Facts>
  )
}

function EventField({ draft: { edit, form, order, chosen, choose } }: { draft: OrderDraft }) {
  const refusal = order ? orderCan.changeEvent(order) : null
  const query = eventChoicesQuery()
  const events = useQuery({ ...query, queryFn: refusal ? skipToken : query.queryFn })
  const event = order ? order.event : chosen.event
  const { onChange, ...field } = form.getInputProps('eventId')
  const selected = (order ? form.values.eventId : chosen.event?.id) ?? ''
  const losesSlot = order?.timeSlot && selected !== event?.id
  // A selected event stays selected, even if it isn't listed any more.
  const unlisted = event && !events.data?.some(({ id }) => id === event.id) ? [event] : []
  return (
    <>
      <NativeSelect
        label="Event"
        {...field}
        value={selected}
        disabled={refusal !== null}
        description={
          edit.noteAt('eventId').description ??
          refusal ??
          (losesSlot && 'The time slot is removed when you save.')
        }
        onChange={({ currentTarget: { value } }) => {
          if (order) onChange(Number(value) || null)
          else
            choose({
              event: events.data?.find(({ id }) => String(id) === value),
              date: undefined,
              timeSlotId: undefined,
            })
        }}
        data={[
          { value: '', label: 'No event' },
          ...unlisted.map(({ id, name }) => ({ value: String(id), label: name })),
          ...(events.data ?? []).map(({ id, name, eventDate }) => ({
            value: String(id),
            label: `${name}, ${formatDate(eventDate)}`,
          })),
        ]}
      />
      {events.isError && !events.data && <RetryLine list={events}>Couldn’t load events.</RetryLine>}
    </>
  )
}

/** The day and time slot of a new order. */
function SlotFields({ draft: { form, chosen, choose } }: { draft: OrderDraft }) {
  const { event, date, timeSlotId } = chosen
  const days = event ? countDays(event) : 0
  const slots = useSlots(event, days > 1 ? date : event?.eventDate)
  useFailureToast(slots.data ? null : slots.error, 'Failed to load time slots')
  return (
    <>
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
    </>
  )
}

/** The slots of the selected event and day; empty before both are selected. */
function useSlots(event: Event | undefined, date: string | undefined) {
  const query = slotsQuery(String(event?.id), date)
  return useQuery({ ...query, queryFn: event && date ? query.queryFn : skipToken })
}
