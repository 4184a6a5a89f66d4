import { Button, Card, Group, Text, TextInput, Title } from '@mantine/core'
import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { renameTourInput, type Tour } from '@trunkshow/contract/tours/schema.ts'
import { useState } from 'react'
import { useMayDo } from '../../session/session-query.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { ButtonLink } from '../../ui/page/button-link.tsx'
import { OutsideLink } from '../../ui/page/outside-link.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { PickEvent } from './pick-event.tsx'
import { TourDialog } from './tour-dialog.tsx'
import { useAddEvent, useDeleteTour, useRemoveStop, useRenameTour } from './tours-queries.ts'
import styles from './tours-tab.module.css'

/** A tour with its stops, and what can be done with it. */
export function TourCard({ tour }: { tour: Tour }) {
  const [open, setOpen] = useState<'stops' | 'event' | 'name' | 'delete'>()
  const mayEdit = useMayDo('events.edit')
  const mayDelete = useMayDo('events.delete')
  const remove = useRemoveStop(tour.id)
  const deletion = useDeleteTour(tour.id)
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
              <Button
                variant="subtle"
                disabled={remove.isPending}
                aria-label={`Remove from Tour: ${stop.location || stop.name}`}
                onClick={() => remove.mutate(stop.id)}
              >
                Remove from Tour
              </Button>
            )}
          </Group>
        ))}
      </ol>
      {tour.stops.length === 0 && <Text c="dimmed">This tour has no stops.</Text>}
      <Group gap="xs" mt="sm" className={styles.actions}>
        {mayEdit && (
          <>
            <Button variant="default" onClick={() => setOpen('stops')}>
              Add Stops
            </Button>
            <Button variant="default" onClick={() => setOpen('event')}>
              Add Existing Events
            </Button>
            <Button variant="subtle" onClick={() => setOpen('name')}>
              Rename
            </Button>
          </>
        )}
        {tour.path ? (
          <OutsideLink href={tour.path} variant="subtle">
            View public page
          </OutsideLink>
        ) : (
          <Text c="dimmed">Save your company in Settings to give the tour a public page.</Text>
        )}
        {mayDelete && (
          <Button variant="subtle" color="bad" onClick={() => setOpen('delete')}>
            Delete Tour
          </Button>
        )}
      </Group>
      {open === 'stops' && <TourDialog tour={tour} onClose={close} />}
      {open === 'event' && <AddEventsDialog tour={tour} onClose={close} />}
      {open === 'name' && <RenameTour tour={tour} onClose={close} />}
      <ConfirmDialog
        opened={open === 'delete'}
        title="Delete this tour?"
        confirmLabel="Delete Tour"
        keepLabel="Keep tour"
        loading={deletion.isPending}
        onConfirm={() => deletion.mutate(undefined)}
        onClose={close}
      >
        {tour.name} and its public page are deleted. Its events and bookings stay.
      </ConfirmDialog>
    </Card>
  )
}

/** Makes existing events stops of a tour, each at once when it is picked. */
function AddEventsDialog({ tour, onClose }: { tour: Tour; onClose: () => void }) {
  const add = useAddEvent(tour.id)
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
  const rename = useRenameTour(tour.id)
  const form = useSchemaForm(renameTourInput, { name: tour.name }, rename.error)
  return (
    <FormDialog
      title="Rename Tour"
      form={form}
      call={rename}
      onSubmit={(values) => rename.mutate(values, { onSuccess: () => onClose() })}
      submitLabel="Save"
      onClose={onClose}
    >
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
