import { TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { fullName } from '../customers/full-name.ts'
import { PickCustomer } from '../customers/pick-customer.tsx'
import { customersQuery } from '../customers/queries.ts'
import { SimilarHint } from '../customers/similar-hint.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { Fields } from '../ui/fields.tsx'
import { Picked } from '../ui/picked.tsx'
import details from './customer-details.module.css'
import type { BookingToOrder } from './new-order-values.ts'
import { OrderSection } from './order-section.tsx'
import type { NewOrder } from './use-new-order.ts'

/** Whom an order is for: the one who booked, a new customer, or one of the list. */
export function CreateCustomer({ order }: { order: NewOrder }) {
  const { form, chosen, choose } = order
  const { booking, whom, customer } = chosen
  return (
    <OrderSection title="Customer">
      <Fields>
        {booking ? (
          <WhoBooked booking={booking} customer={customer} />
        ) : (
          <>
            <ChoiceField
              label="Order for"
              choices={[
                { value: 'new', label: 'New customer' },
                { value: 'known', label: 'Existing customer' },
              ]}
              value={whom}
              onChange={(value) => choose({ whom: value === 'known' ? value : 'new' })}
            />
            {whom === 'new' ? <NewCustomer order={order} /> : <KnownCustomer order={order} />}
          </>
        )}
        {(booking || customer || whom === 'new') && !customer?.phone && (
          <TextInput label="Phone" type="tel" {...form.getInputProps('customerPhone')} />
        )}
        {!booking && whom === 'new' && (
          <SimilarHint
            email={form.values.customerEmail}
            phone={form.values.customerPhone}
            onPick={(customer) => choose({ whom: 'known', customer })}
          />
        )}
      </Fields>
    </OrderSection>
  )
}

function WhoBooked({ booking, customer }: { booking: BookingToOrder; customer: Customer | undefined }) {
  return (
    <dl className={details.details}>
      <dt>Name</dt>
      <dd>{booking.attendeeName}</dd>
      <dt>Email</dt>
      <dd>{booking.attendeeEmail}</dd>
      {customer?.phone && (
        <>
          <dt>Phone</dt>
          <dd>{customer.phone}</dd>
        </>
      )}
    </dl>
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
        error={customerId ?? customerName ?? form.errors.customerEmail}
        onChange={() => choose({ customer: undefined, place: undefined })}
      />
    )
  return (
    <PickCustomer
      label="Customers"
      suggested={newest.data?.rows}
      hints={{ some: 'The newest ones:', none: 'There are no customers yet.' }}
      error={customerId ?? customerName}
      onPick={(customer) => {
        choose({ customer, place: undefined })
        form.clearFieldError('customerName')
      }}
    />
  )
}
