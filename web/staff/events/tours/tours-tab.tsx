import { Button, Card, Group, Stack, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { renameTourInput, type Tour } from '@trunkshow/contract/tours/schema.ts'
import { useState } from 'react'
import { api, call } from '../../api/client.ts'
import { useMayDo } from '../../session/session-query.ts'
import { DeleteRecord, Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { Notice, NotLoaded } from '../../ui/feedback/notice.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { FormDialog, useCallForm } from '../../ui/form/form-dialog.tsx'
import { ButtonLink } from '../../ui/page/page-header.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { QuietButton, QuietText, SubtleButton } from '../../ui/page/words.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { EventsSkeleton } from '../list/event-card.tsx'
import { PickEvent, toursQuery } from './pick-event.tsx'
import { TourDialog } from './tour-dialog.tsx'
import styles from './tours-tab.module.css'

const route = getRouteApi('/signed-in/events')

/** The company's tours (docs/product.md, Tours). `?tour=` opens the dialog with the event to copy. */
export function ToursTab() {
  const { tour: copyOf } = route.useSearch()
  const navigate = useNavigate({ from: '/events' })
  const tours = useQuery(toursQuery())
  const mayEdit = useMayDo('events.edit')
  const [creating, setCreating] = useState(false)
  const create = mayEdit && <QuietButton onClick={() => setCreating(true)}>Create Tour</QuietButton>
  return (
    <>
      {tours.isError || !tours.data ? (
        <NotLoaded query={tours} noun="tours" failed="Error Loading Tours" waiting={<EventsSkeleton />} />
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

function TourCard({ tour }: { tour: Tour }) {
  const [open, setOpen] = useState<'stops' | 'event' | 'name' | 'delete'>()
  const mayEdit = useMayDo('events.edit')
  const mayDelete = useMayDo('events.delete')
  const remove = useReportedCall({
    call: (eventId: number) => call(api.tours.removeEvent, { params: { id: tour.id, eventId } }),
    done: 'Stop removed from the tour',
    failedTo: 'remove stop',
    reloads: ['events'],
  })
  const close = () => setOpen(undefined)
  return (
    <Card component="li" aria-labelledby={`tour-${tour.id}`}>
      <Title id={`tour-${tour.id}`} order={2} mb="sm">
        {tour.name}
      </Title>
      <ol className={surfaces.lines}>
        {tour.stops.map((stop) => (
          <Group key={stop.id} component="li" gap="xs" className={styles.stop}>
            <span className={styles.words}>
              <b>{formatDateRange(stop.eventDate, stop.endDate)}</b>{' '}
              <span>
                {stop.location || stop.name}
                {!stop.isPublic && ' · Private'}
                {!stop.isActive && ' · Inactive'}
              </span>
            </span>
            <ButtonLink
              to="/bookings/$id"
              params={{ id: String(stop.id) }}
              variant="subtle"
              aria-label={`Manage Bookings: ${stop.location || stop.name}`}
            >
              Manage Bookings
            </ButtonLink>
            {mayEdit && (
              <SubtleButton
                disabled={remove.isPending}
                aria-label={`Remove from Tour: ${stop.location || stop.name}`}
                onClick={() => remove.mutate(stop.id)}
              >
                Remove from Tour
              </SubtleButton>
            )}
          </Group>
        ))}
      </ol>
      {tour.stops.length === 0 && <QuietText>This tour has no stops.</QuietText>}
      <Group gap="xs" mt="sm">
        {mayEdit && (
          <>
            <QuietButton onClick={() => setOpen('stops')}>Add Stops</QuietButton>
            <QuietButton onClick={() => setOpen('event')}>Add Existing Events</QuietButton>
          </>
        )}
        {!tour.path && <QuietText>Save your company in Settings to give the tour a public page.</QuietText>}
        <RowMenu
          name={tour.name}
          tasks={[
            mayEdit && { label: 'Rename', onRun: () => setOpen('name') },
            tour.path !== null && { label: 'View public page', href: tour.path, outside: true },
            mayDelete && { label: 'Delete Tour', danger: true, onRun: () => setOpen('delete') },
          ]}
        />
      </Group>
      {open === 'stops' && <TourDialog tour={tour} onClose={close} />}
      {open === 'event' && <AddEventsDialog tour={tour} onClose={close} />}
      {open === 'name' && <RenameTour tour={tour} onClose={close} />}
      {open === 'delete' && (
        <DeleteRecord
          noun="tour"
          confirmLabel="Delete Tour"
          pendingLabel="Delete Tour"
          call={() => call(api.tours.remove, { params: { id: tour.id } })}
          failedTo="delete tour"
          reloads={['events']}
          onClose={close}
        >
          {tour.name} and its public page are deleted. Its events and bookings stay.
        </DeleteRecord>
      )}
    </Card>
  )
}

/** Makes existing events stops of a tour, each at once when it is picked. */
function AddEventsDialog({ tour, onClose }: { tour: Tour; onClose: () => void }) {
  const add = useReportedCall({
    call: (eventId: number) => call(api.tours.addEvent, { params: { id: tour.id, eventId } }),
    done: 'Stop added to the tour',
    failedTo: 'add stop',
    reloads: ['events'],
  })
  return (
    <Dialog title={`Add Events to ${tour.name}`} onClose={onClose}>
      <PickEvent tour={tour} onPick={({ id }) => add.mutate(id)} />
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </Dialog>
  )
}

/** Renames a tour; the address of its page stays, since guests have it. */
function RenameTour({ tour, onClose }: { tour: Tour; onClose: () => void }) {
  const { form, dialog } = useCallForm({
    schema: renameTourInput,
    values: { name: tour.name },
    call: (body) => call(api.tours.rename, { params: { id: tour.id }, body }),
    done: 'Tour renamed',
    failedTo: 'rename tour',
    reloads: ['events'],
    onClose,
  })
  return (
    <FormDialog title="Rename Tour" {...dialog} submitLabel="Save">
      <TextInput
        label="Tour name"
        description="The link to its page stays the same."
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
