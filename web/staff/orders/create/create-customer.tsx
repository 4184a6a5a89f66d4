import { Input, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { fullName } from '../../customers/full-name.ts'
import { PickCustomer } from '../../customers/merge/pick-customer.tsx'
import { SimilarHint } from '../../customers/merge/similar-hint.tsx'
import { customersQuery } from '../../customers/queries.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { Picked } from '../../ui/form/picked.tsx'
import { GivenAnswers } from '../../ui/list/given-answers.tsx'
import details from '../detail/customer-details.module.css'
import { OrderSection } from '../order-section.tsx'
import { type BookingToOrder, isLastNameMissing, knownName } from './new-order-values.ts'
import type { NewOrder } from './use-new-order.ts'

/** The order's customer: the booking's guest, a new customer, or an existing one. */
export function CreateCustomer({ order }: { order: NewOrder }) {
  const { form, chosen, choose } = order
  const { booking, customerKind, customer } = chosen
  return (
    <OrderSection title="Customer">
      <Fields>
        {booking ? (
          <GuestDetails order={order} booking={booking} />
        ) : (
          <>
            <ChoiceField
              label="Order for"
              choices={[
                { value: 'new', label: 'New customer' },
                { value: 'known', label: 'Existing customer' },
              ]}
              value={customerKind}
              onChange={(value) => choose({ customerKind: value === 'known' ? value : 'new' })}
            />
            {customerKind === 'new' ? <NewCustomer order={order} /> : <KnownCustomer order={order} />}
          </>
        )}
        {isLastNameMissing(chosen) && (
          <TextInput
            label="Last name"
            required
            {...form.getInputProps('lastName')}
            error={form.errors.customerName}
            onChange={({ currentTarget }) => {
              form.setFieldValue('lastName', currentTarget.value)
              form.clearFieldError('customerName')
            }}
          />
        )}
        {(booking || customer || customerKind === 'new') && !customer?.phone && (
          <TextInput label="Phone" type="tel" {...form.getInputProps('customerPhone')} />
        )}
        {!booking && customerKind === 'new' && (
          <SimilarHint
            email={form.values.customerEmail}
            phone={form.values.customerPhone}
            onPick={(customer) => choose({ customerKind: 'known', customer })}
          />
        )}
      </Fields>
    </OrderSection>
  )
}

function GuestDetails({ order: { form, chosen }, booking }: { order: NewOrder; booking: BookingToOrder }) {
  const { customer } = chosen
  const hasEmail = booking.attendeeEmail !== null
  const error = form.errors.customerId ?? (hasEmail ? form.errors.customerEmail : undefined)
  return (
    <>
      <dl className={details.details}>
        <dt>Name</dt>
        <dd>{knownName(chosen)}</dd>
        {hasEmail && (
          <>
            <dt>Email</dt>
            <dd>{booking.attendeeEmail}</dd>
          </>
        )}
        {customer?.phone && (
          <>
            <dt>Phone</dt>
            <dd>{customer.phone}</dd>
          </>
        )}
      </dl>
      {!hasEmail && (
        <TextInput label="Email" type="email" required {...form.getInputProps('customerEmail')} />
      )}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <GivenAnswers booking={{ ...booking, phone: customer?.phone ? booking.phone : undefined }} />
    </>
  )
}

function NewCustomer({ order: { form } }: { order: NewOrder }) {
  return (
    <>
      <TextInput label="Customer name" required {...form.getInputProps('customerName')} />
      <TextInput label="Email" type="email" required {...form.getInputProps('customerEmail')} />
    </>
  )
}

function KnownCustomer({ order: { form, chosen, choose } }: { order: NewOrder }) {
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
