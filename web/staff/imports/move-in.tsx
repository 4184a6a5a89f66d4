import { Button, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatShortDate } from '@trunkshow/contract/dates.ts'
import { type ImportKind, importRights } from '@trunkshow/contract/imports/rules.ts'
import { mayDo } from '@trunkshow/contract/permissions.ts'
import { type ReactNode, useState } from 'react'
import { api, call } from '../api/client.ts'
import { useMayDo, useUser } from '../session/session-query.ts'
import { SyncDialog } from '../shopify/sync-dialog.tsx'
import { Choose } from '../ui/form/choose.tsx'
import { FormSection } from '../ui/form/form-shell.tsx'
import { QuietText } from '../ui/page/words.tsx'
import { ImportButton } from './import-button.tsx'

/** What to import, first things first, with each import's dialog (docs/product.md, Imports). */
export function MoveIn() {
  const user = useUser()
  const maySync = useMayDo('shopify.manage')
  const [syncing, setSyncing] = useState(false)
  const steps: [kind: ImportKind, title: string, hint: string, more?: ReactNode][] = [
    [
      'products',
      '1. Products',
      'From Shopify with their photos, or from a file of Shopify, WooCommerce, or Square.',
      maySync && <Button onClick={() => setSyncing(true)}>Import from Shopify</Button>,
    ],
    ['customers', '2. Customers', 'From a file of Shopify, WooCommerce, Square, Calendly, or Acuity.'],
    [
      'orders',
      '3. Orders',
      'From a file of Shopify or WooCommerce. They find the products and customers above; missing ones are added.',
    ],
  ]
  return (
    <>
      <QuietText mb="md">
        Import in this order. Each file is checked first, and importing it again adds nothing twice. No guest
        or customer is emailed.
      </QuietText>
      {user &&
        steps.map(
          ([kind, title, hint, more]) =>
            mayDo(user.role, importRights[kind]) && (
              <FormSection key={kind} title={title} hint={hint}>
                <Group gap="sm">
                  {more}
                  <ImportButton kind={kind} label={`Import ${kind}`} />
                </Group>
              </FormSection>
            ),
        )}
      {user && mayDo(user.role, importRights.bookings) && <Appointments />}
      {syncing && <SyncDialog onClose={() => setSyncing(false)} />}
    </>
  )
}

const newestQuery = queryOptions({
  queryKey: ['events', 'newest'],
  queryFn: async () => {
    const events = await call(api.events.list, { query: { sort: 'newest', limit: 100 } })
    return events.filter(({ coHosted }) => !coHosted)
  },
})

/** Appointments are imported into an event, which has to be there first. */
function Appointments() {
  const { data: events = [] } = useQuery(newestQuery)
  const [chosen, setChosen] = useState<number>()
  const eventId = chosen ?? events[0]?.id
  return (
    <FormSection
      title="4. Appointments"
      hint="From a file of Calendly or Acuity, into an event with the same time slots."
    >
      {events.length === 0 ? (
        <Text>
          <Link to="/events" search={{ create: true }}>
            Create the event
          </Link>{' '}
          first.
        </Text>
      ) : (
        <Stack gap="sm" align="start">
          <Choose
            label="Event"
            choices={events.map(
              ({ id, name, eventDate }) => [id, `${name}, ${formatShortDate(eventDate)}`] as const,
            )}
            value={eventId}
            onChoose={setChosen}
          />
          <ImportButton key={eventId} kind="bookings" eventId={eventId} label="Import appointments" />
        </Stack>
      )}
    </FormSection>
  )
}
