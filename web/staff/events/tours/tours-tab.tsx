import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/call-error.ts'
import { useMayDo } from '../../session/session-query.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { EventsSkeleton } from '../list/events-skeleton.tsx'
import { TourCard } from './tour-card.tsx'
import { TourDialog } from './tour-dialog.tsx'
import { toursQuery } from './tours-queries.ts'

const route = getRouteApi('/signed-in/events')

/** The company's tours (docs/product.md, Tours). `?tour=` opens the dialog with the event to copy. */
export function ToursTab() {
  const { tour: copyOf } = route.useSearch()
  const navigate = useNavigate({ from: '/events' })
  const tours = useQuery(toursQuery())
  const mayEdit = useMayDo('events.edit')
  const [creating, setCreating] = useState(false)
  const create = mayEdit && (
    <Button variant="default" onClick={() => setCreating(true)}>
      Create Tour
    </Button>
  )
  return (
    <>
      {tours.isError ? (
        <LoadFailure title="Error Loading Tours" onRetry={tours.refetch}>
          {sentenceOf(tours.error)}
        </LoadFailure>
      ) : !tours.data ? (
        <EventsSkeleton />
      ) : tours.data.length === 0 ? (
        <Notice title="No tours" action={create}>
          Take one event to several cities: enter a place and date for each stop, and we’ll copy everything
          else.
        </Notice>
      ) : (
        <>
          <Group justify="end" mb="md" className={surfaces.wide}>
            {create}
          </Group>
          <Stack gap="lg" component="ul">
            {tours.data.map((tour) => (
              <TourCard key={tour.id} tour={tour} />
            ))}
          </Stack>
        </>
      )}
      {mayEdit && (creating || copyOf !== undefined) && (
        <TourDialog
          copyOf={copyOf}
          onClose={() => {
            setCreating(false)
            navigate({ search: { tab: 'tours' }, replace: true })
          }}
        />
      )}
    </>
  )
}
