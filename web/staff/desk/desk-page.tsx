import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { paths } from '@trunkshow/contract/paths.ts'
import { useEffect } from 'react'
import { isMissing } from '../api/client.ts'
import { BackToEvents, EventMissing } from '../events/event-missing.tsx'
import { sessionQuery } from '../session/session-query.ts'
import { NotLoaded } from '../ui/feedback/notice.tsx'
import { usePageTitle } from '../ui/page/page-header.tsx'
import { DeskGuests } from './desk-guests.tsx'
import { useDesk } from './use-desk.ts'

const route = getRouteApi('/desk/$id')

/** /desk/{id}: today’s guests, for a tablet at the door (docs/product.md, The desk). */
export function DeskPage() {
  const { id } = route.useParams()
  // The user may come from storage: whether the session goes on is asked while the page is there.
  const { data: user } = useQuery({ ...sessionQuery(), staleTime: 0 })
  const router = useRouter()
  usePageTitle('Desk')
  // If it has ended, the route leads to /auth.
  useEffect(() => {
    if (user === null) void router.invalidate()
  }, [user, router])
  // Browsers have service workers only on https and on one's own computer. Sources have no file to store.
  useEffect(() => {
    if (import.meta.env.PROD) navigator.serviceWorker?.register(paths.deskWorker()).catch(() => undefined)
  }, [])
  return (
    <Stack gap="sm" maw={1040} mih="100dvh" mx="auto" px="md" pt="sm" component="main">
      {user && <LoadDesk key={`${user.id}/${id}`} userId={user.id} eventId={Number(id)} />}
    </Stack>
  )
}

function LoadDesk({ userId, eventId }: { userId: number; eventId: number }) {
  const { date } = route.useSearch()
  const desk = useDesk(userId, eventId, date)
  const { data, error } = desk.day
  if (isMissing(error))
    return (
      <>
        <div>
          <BackToEvents />
        </div>
        <EventMissing />
      </>
    )
  if (data) return <DeskGuests loaded={data} desk={desk} />
  return (
    <NotLoaded
      query={desk.day}
      noun="guests"
      failed="Couldn’t load the desk"
      level={1}
      text={desk.offline && 'This day isn’t on this device. Open it once while you’re online.'}
    />
  )
}
