import { Box, Button, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '@trunkshow/contract/api.ts'
import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { urlOf } from '@trunkshow/contract/paths.ts'
import { isErased } from '@trunkshow/contract/privacy/rules.ts'
import { type ReactNode, useId, useState } from 'react'
import { CallError, sentenceOf } from '../../api/call-error.ts'
import { useLiveOrders } from '../../api/live-orders.ts'
import { EmailsOf } from '../../emails/emails-of.tsx'
import { useMayDo } from '../../session/session-query.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Counters } from '../../ui/list/counters.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { ButtonLink } from '../../ui/page/button-link.tsx'
import { BackIcon } from '../../ui/page/icons.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { AddressList } from '../card/addresses.tsx'
import { fullName } from '../full-name.ts'
import { customerQuery, totalsQuery } from '../queries.ts'
import { BookingHistory } from './booking-history.tsx'
import { OrderHistory } from './order-history.tsx'

const route = getRouteApi('/signed-in/customer-history')

const backToCustomers = (
  <ButtonLink to="/customers" variant="subtle" size="compact-sm" leftSection={<BackIcon />}>
    Back to Customers
  </ButtonLink>
)

/** /customer-history?customerId={id}: a customer's orders, bookings, addresses and emails (docs/product.md, History). */
export function CustomerHistoryPage() {
  const { customerId } = route.useSearch()
  if (customerId !== undefined) return <HistoryOf key={customerId} customerId={customerId} />
  return (
    <>
      <PageHeader title="Customer History" back={backToCustomers} />
      <Notice title="No Customer Selected">Select a customer to see their history.</Notice>
    </>
  )
}

function HistoryOf({ customerId }: { customerId: number }) {
  const { data: customer, error, refetch } = useQuery(customerQuery(customerId))
  if (customer) return <History customer={customer} />
  const missing = error instanceof CallError && error.status === 404
  return (
    <>
      <PageHeader title="Customer History" back={backToCustomers} />
      {missing && (
        <Notice title={customerMessages.notFound}>
          They may have been deleted, or the link may be wrong.
        </Notice>
      )}
      {error && !missing && (
        <LoadFailure title="Couldn’t load the customer" onRetry={refetch}>
          {sentenceOf(error)}
        </LoadFailure>
      )}
      {!error && <ListSkeleton label="Loading history" />}
    </>
  )
}

function History({ customer }: { customer: Customer }) {
  const totals = useQuery(totalsQuery(customer.id))
  useLiveOrders()
  const addressesId = useId()
  const emailsId = useId()
  const [dialog, setDialog] = useState<ReactNode>()
  const mayResend = useMayDo('bookings.manage')
  // Exports all data stored about them, to hand over to them.
  const mayGive = useMayDo('orders.delete') && !isErased(customer)
  return (
    <>
      <PageHeader
        title={fullName(customer)}
        subtitle={[customer.email, ...customer.alsoEmails, customer.phone].filter(Boolean).join(' · ')}
        back={backToCustomers}
      >
        {mayGive && (
          <Button
            component="a"
            download
            href={urlOf(api.privacy.customerData.path, { id: customer.id }, {})}
            variant="default"
          >
            Download data
          </Button>
        )}
      </PageHeader>
      {totals.isError && !totals.data ? (
        <Box mb="lg">
          <LoadFailure title="Couldn’t load the totals" onRetry={totals.refetch}>
            {sentenceOf(totals.error)}
          </LoadFailure>
        </Box>
      ) : (
        <Counters
          counters={[
            ['Total Orders', totals.data?.orders],
            ['Total Bookings', totals.data?.bookings],
            ['Completed Activities', totals.data?.completed],
          ]}
        />
      )}
      <Stack gap="xl">
        <OrderHistory customerId={customer.id} />
        <BookingHistory customer={customer} />
        {!isErased(customer) && (
          <section aria-labelledby={addressesId}>
            <Title order={2} id={addressesId} mb="sm">
              Addresses
            </Title>
            <AddressList customer={customer} onDialog={setDialog} />
          </section>
        )}
        <section aria-labelledby={emailsId}>
          <Title order={2} id={emailsId} mb="sm">
            Emails
          </Title>
          <EmailsOf about={{ customerId: customer.id }} mayResend={mayResend} />
        </section>
      </Stack>
      {dialog}
    </>
  )
}
