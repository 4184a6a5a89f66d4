import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { useMayDoOn } from '../session/session-query.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import styles from './delete-event.module.css'

const DeleteDialog = lazyDialog(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))

/** At the foot of the edit page, for those who may: the way to delete the event (design §6). */
export function DeleteEvent({ event }: { event: Event }) {
  const mayDelete = useMayDoOn(event, 'events.delete')
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  // What was typed meanwhile goes with the event, so nobody is asked whether to leave it.
  const leave = (tab?: 'inactive') => navigate({ to: '/events', search: { tab }, ignoreBlocker: true })
  if (!mayDelete) return null
  return (
    <section className={styles.section} aria-label="Delete event">
      <p>
        Deleting takes the event and its time slots away for good. It is possible until the first booking.
      </p>
      <Button variant="subtle" color="bad" onClick={() => setAsking(true)}>
        Delete event
      </Button>
      {asking && <DeleteDialog event={event} onGone={leave} onClose={() => setAsking(false)} />}
    </section>
  )
}
