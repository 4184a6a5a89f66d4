import { Button } from '@mantine/core'
import { formatDateRange } from '@trunkshow/contract/dates.ts'
import type { Tour } from '@trunkshow/contract/tours/schema.ts'
import { useState } from 'react'
import { useMayDo } from '../../session/session-query.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ButtonLink } from '../../ui/page/button-link.tsx'
import { OutsideLink } from '../../ui/page/outside-link.tsx'
import { AddEventsDialog } from './add-events-dialog.tsx'
import { RenameTour } from './rename-tour.tsx'
import { TourDialog } from './tour-dialog.tsx'
import { useDeleteTour, useRemoveStop } from './tours-queries.ts'
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
    <li className={styles.tour} aria-labelledby={`tour-${tour.id}`}>
      <h2 id={`tour-${tour.id}`} className={styles.name}>
        {tour.name}
      </h2>
      <ol className={styles.stops}>
        {tour.stops.map((stop) => (
          <li key={stop.id} className={styles.stop}>
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
          </li>
        ))}
      </ol>
      {tour.stops.length === 0 && <p className={styles.note}>This tour has no stops.</p>}
      <div className={styles.actions}>
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
          <p className={styles.note}>Save your company in Settings to give the tour a public page.</p>
        )}
        {mayDelete && (
          <Button variant="subtle" color="bad" onClick={() => setOpen('delete')}>
            Delete Tour
          </Button>
        )}
      </div>
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
    </li>
  )
}
