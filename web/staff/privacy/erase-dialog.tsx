import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Erasure, PersonInput } from '@trunkshow/contract/privacy/schema.ts'
import { api, call, sentenceOf } from '../api/client.ts'
import { ConfirmCall } from '../ui/dialog/dialog.tsx'
import { countOf } from '../ui/page/words.tsx'

interface EraseDialogProps {
  person: PersonInput
  name: string
  onClose: () => void
}

/** Confirms erasing a customer or guest, listing what is deleted and what stays (decision 034). */
export function EraseDialog({ person, name, onClose }: EraseDialogProps) {
  const preview = useQuery({
    queryKey: ['erasure', person],
    queryFn: () => call(api.privacy.preview, { body: person }),
    staleTime: 0,
  })
  const kind = person.customerId === undefined ? 'guest' : 'customer'
  return (
    <ConfirmCall
      title={`Erase this ${kind}?`}
      confirmLabel="Erase"
      pendingLabel={preview.data ? 'Erasing...' : 'Erase'}
      keepLabel={`Keep ${kind}`}
      waiting={!preview.data}
      call={() => call(api.privacy.erase, { body: person })}
      done="Personal data erased"
      failedTo="erase this person"
      reloads={[]} // they may appear on any screen, so every list reloads
      onClose={onClose}
    >
      {preview.data && <Reach name={name} reach={preview.data} />}
      {preview.isPending && <p role="status">Finding this person’s data...</p>}
      {preview.isError && <p role="alert">{sentenceOf(preview.error)}</p>}
    </ConfirmCall>
  )
}

const list = new Intl.ListFormat('en-US')
const listed = (words: readonly (string | false)[]) => list.format(words.filter((word) => word !== false))
const counted = (count: number, noun: string) => countOf(String(count), noun)

function Reach({ name, reach }: { name: string; reach: Erasure }) {
  const { emails, customers, bookings, upcoming, waits, orders, openOrders, inShopify, files, photos } = reach
  const kept = [bookings > 0 && counted(bookings, 'booking'), orders > 0 && counted(orders, 'order')]
  const gone = ['name', 'email', 'phone', 'address', 'notes', bookings + orders > 0 && 'answers']
  const goneFiles = files > 0 && counted(files, 'order file')
  const gonePhotos = photos > 0 && counted(photos, 'photo')
  const others = customers.filter((other) => other !== name)
  return (
    <Stack gap="xs">
      <Text>
        <strong>{name}</strong>
        {emails.length > 0 && (
          <Text span display="block">
            {emails.join(', ')}
          </Text>
        )}
      </Text>
      <Text>Deletes their {listed([...gone, goneFiles, gonePhotos])} everywhere in your company.</Text>
      {others.length > 0 && <Text>Also erases customers with the same email: {others.join(', ')}.</Text>}
      {upcoming > 0 && (
        <Text>
          Cancels {counted(upcoming, 'upcoming booking')} and opens{' '}
          {upcoming === 1 ? 'the spot' : 'the spots'} up again. The guest isn’t emailed.
        </Text>
      )}
      {waits > 0 && <Text>Takes them off your waitlists. An open offer goes to the next guest.</Text>}
      {bookings + orders > 0 && <Text>Your totals don’t change: we keep {listed(kept)} without a name.</Text>}
      {openOrders > 0 && (
        <Text>{counted(openOrders, 'order')} still open: you won’t see who to deliver to.</Text>
      )}
      {inShopify > 0 && (
        <Text>
          Shopify keeps its own copy of {counted(inShopify, 'order')}. Erase the customer in Shopify, too.
        </Text>
      )}
      <Text>You can’t undo this.</Text>
    </Stack>
  )
}
