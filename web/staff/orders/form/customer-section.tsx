import { Input, Stack, TextInput } from '@mantine/core'
import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fullName } from '@trunkshow/contract/customers/schema.ts'
import { addDays, formatDate, formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { countDays } from '@trunkshow/contract/events/rules.ts'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import { formatTimeOn } from '@trunkshow/contract/zones.ts'
import { useEffect } from 'react'
import { PickCustomer, SimilarHint } from '../../customers/merge/pick-customer.tsx'
import { customersQuery } from '../../customers/queries.ts'
import { slotsQuery } from '../../slots/queries.ts'
import { RetryLine } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/use-reported-call.ts'
import { Choose } from '../../ui/form/choose.tsx'
import { ChoiceField, StateField } from '../../ui/form/fields.tsx'
import { FieldRow } from '../../ui/form/form-shell.tsx'
import { Picked } from '../../ui/form/pick-list.tsx'
import { GivenAnswers } from '../../ui/list/given-answers.tsx'
import { Facts } from '../../ui/page/facts.tsx'
import { QuietText } from '../../ui/page/words.tsx'
import { OrderSection } from '../order-section.tsx'
import { eventChoice, eventChoicesQuery } from '../queries.ts'
import { type BookingToOrder, isLastNameMissing, knownName, type Place } from './order-values.ts'
import type { DraftProps } from './use-order-form.ts'

/** The order's customer; for a new order the booking's guest, a new customer, or an existing one. */
export function CustomerSection({ draft }: DraftProps) {
  const { form, order, chosen, choose } = draft
  const { booking, customerKind, customer } = chosen
  const isNew = !booking && customerKind === 'new'
  return (
    <OrderSection title="Customer">
      <Stack>
        {booking && <GuestDetails draft={draft} booking={booking} />}
        {!booking && !order && (
          <ChoiceField
            label="Order for"
            choices={[
              { value: 'new', label: 'New customer' },
              { value: 'known', label: 'Existing customer' },
            ]}
            value={customerKind}
            onChange={(value) => choose({ customerKind: value === 'known' ? value : 'new' })}
          />
        )}
        {isNew && (
          <>
            <TextInput
              label={order ? 'Name' : 'Customer name'}
              required
              {...form.getInputProps('customerName')}
            />
            <TextInput label="Email" type="email" required {...form.getInputProps('customerEmail')} />
          </>
        )}
        {!booking && customerKind === 'known' && <KnownCustomer draft={draft} />}
        {isLastNameMissing(chosen) && (
          <TextInput
            label="Last name"
            required
            value={chosen.lastName ?? ''}
            error={form.errors.customerName}
            onChange={({ currentTarget }) => choose({ lastName: currentTarget.value })}
          />
        )}
        {(booking || customer || isNew) && !customer?.phone && (
          <TextInput label="Phone" type="tel" {...form.getInputProps('customerPhone')} />
        )}
        {isNew && !order && (
          <SimilarHint
            email={form.values.customerEmail}
            phone={form.values.customerPhone}
            onPick={(customer) => choose({ customerKind: 'known', customer })}
          />
        )}
      </Stack>
    </OrderSection>
  )
}

function GuestDetails({ draft: { form, chosen }, booking }: DraftProps & { booking: BookingToOrder }) {
  const { customer } = chosen
  const email = booking.attendeeEmail
  const error = form.errors.customerId ?? (email === null ? undefined : form.errors.customerEmail)
  return (
    <>
      <Facts width={76} facts={{ Name: knownName(chosen), Email: email, Phone: customer?.phone }} />
      {email === null && (
        <TextInput label="Email" type="email" required {...form.getInputProps('customerEmail')} />
      )}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <GivenAnswers booking={{ ...booking, phone: customer?.phone ? booking.phone : undefined }} />
    </>
  )
}

function KnownCustomer({ draft: { form, chosen, choose } }: DraftProps) {
  const { customer } = chosen
  const newest = useInfiniteQuery(customersQuery({ sort: 'newest' }))
  const { customerId, customerName } = form.errors
  if (customer)
    return (
      <Picked
        name={fullName(customer)}
        detail={[customer.email, customer.phone].filter(Boolean).join(' · ')}
        changeLabel="Change customer"
        error={
          customerId ?? (isLastNameMissing(chosen) ? undefined : customerName) ?? form.errors.customerEmail
        }
        onChange={() => choose({ customer: undefined, place: undefined })}
      />
    )
  return (
    <PickCustomer
      label="Customers"
      suggested={newest.data?.rows}
      hints={{ some: 'Newest customers:', none: 'No customers yet.' }}
      error={customerId ?? customerName}
      onPick={(customer) => {
        choose({ customer, place: undefined })
        form.clearFieldError('customerName')
      }}
    />
  )
}

/** The shipping address; for a new order one of the customer's, or a new one, which is added to them. */
export function ShippingSection({ draft: { form, order, chosen, choose, addresses } }: DraftProps) {
  const { place } = chosen
  const saved = addresses.data ?? []
  return (
    <OrderSection title="Shipping address">
      <Failure list={addresses}>Failed to fetch addresses</Failure>
      {saved.length > 0 && (
        <Choose<Place>
          label="Ships to"
          mb="md"
          value={place}
          error={form.errors.addressId}
          onChoose={(place) => choose({ place })}
          choices={[
            ['none', 'No shipping address'],
            ...saved.map(
              ({ id, street, city, isDefault }) =>
                [id, `${street}, ${city}${isDefault ? ' (default)' : ''}`] as const,
            ),
            ['new', 'New address'],
          ]}
        />
      )}
      {place === 'new' && !order && (
        <QuietText mb="sm">
          We’ll save this to the customer’s address book. Leave it blank if you’re not shipping.
        </QuietText>
      )}
      {place === 'new' && (
        <Stack>
          <TextInput label="Street" {...form.getInputProps('shippingAddress.street')} />
          <TextInput label="Apartment, suite" {...form.getInputProps('shippingAddress.street2')} />
          <TextInput label="City" {...form.getInputProps('shippingAddress.city')} />
          <FieldRow>
            <StateField {...form.getInputProps('shippingAddress.state')} />
            <TextInput label="ZIP code" {...form.getInputProps('shippingAddress.zip')} />
          </FieldRow>
          <TextInput label="Country" readOnly variant="filled" value="USA" />
        </Stack>
      )}
    </OrderSection>
  )
}

/** The event where the order is taken, if any. */
export function EventSection({ draft }: DraftProps) {
  const { booking } = draft.chosen
  return (
    <OrderSection title="Event">
      {booking ? (
        <Facts width={76} facts={{ Event: booking.event.name, 'Time slot': timeOf(booking.timeSlot) }} />
      ) : (
        <Stack>
          <EventField draft={draft} />
          <SlotFields draft={draft} />
        </Stack>
      )}
    </OrderSection>
  )
}

const timeOf = ({ slotDate, startTime, zone }: BookingToOrder['timeSlot']) =>
  `${formatDate(slotDate)}, ${formatTime(startTime, zone)}`

function EventField({ draft: { edit, form, order, chosen, choose } }: DraftProps) {
  const refusal = order ? orderCan.changeEvent(order) : null
  const events = useQuery({ ...eventChoicesQuery(), enabled: !refusal })
  const event = order ? order.event : chosen.event
  const { onChange, ...field } = form.getInputProps('eventId')
  const selected = order ? form.values.eventId : chosen.event?.id
  const losesSlot = order?.timeSlot && selected !== event?.id
  // A selected event stays selected, even if it isn't listed any more.
  const unlisted = event && !events.data?.some(({ id }) => id === event.id) ? [event] : []
  return (
    <>
      <Choose
        label="Event"
        {...field}
        value={selected}
        disabled={refusal !== null}
        description={
          edit.noteAt('eventId').description ??
          refusal ??
          (losesSlot && 'The time slot is removed when you save.')
        }
        onChoose={(value) => {
          const event = events.data?.find(({ id }) => id === value)
          if (order) onChange(value ?? null)
          else choose({ event, date: undefined, timeSlotId: undefined })
        }}
        choices={[
          ['', 'No event'],
          ...unlisted.map(({ id, name }) => [id, name] as const),
          ...(events.data ?? []).map(eventChoice),
        ]}
      />
      {events.isError && !events.data && <RetryLine list={events}>Couldn’t load events.</RetryLine>}
    </>
  )
}

/** The day and time slot of a new order. */
function SlotFields({ draft: { form, chosen, choose } }: DraftProps) {
  const { event, date, timeSlotId } = chosen
  const days = event ? countDays(event) : 0
  const day = days > 1 ? date : event?.eventDate
  const slots = useQuery({ ...slotsQuery(String(event?.id), day), enabled: Boolean(day) })
  return (
    <>
      {event && days > 1 && (
        <Choose
          label="Day"
          value={date}
          onChoose={(date) => choose({ date, timeSlotId: undefined })}
          choices={[
            ['', 'No day'],
            ...Array.from({ length: days }, (_, day) => addDays(event.eventDate, day)).map(
              (day) => [day, formatDay(day)] as const,
            ),
          ]}
        />
      )}
      {slots.data && (
        <Choose
          label="Time slot"
          value={timeSlotId}
          error={form.errors.timeSlotId}
          onChoose={(timeSlotId) => choose({ timeSlotId })}
          choices={[
            ['', 'No time slot'],
            ...slots.data.map(
              ({ id, slotDate, startTime }) => [id, formatTimeOn(slotDate, startTime, event!.zone)] as const,
            ),
          ]}
        />
      )}
      <Failure list={slots}>Failed to load time slots</Failure>
    </>
  )
}

/** Says in a toast and in a line that choices failed to load. */
function Failure({ list, children }: { list: UseQueryResult; children: string }) {
  const error = list.data ? null : list.error
  useEffect(() => {
    if (error) showToast({ tone: 'bad', title: children })
  }, [error, children])
  return error && <RetryLine list={list}>{children}</RetryLine>
}
