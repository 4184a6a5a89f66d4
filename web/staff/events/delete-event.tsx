import { useNavigate } from '@tanstack/react-router'
import type { EventDetail } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { useMayDoOn } from '../session/session-query.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { ReasonButton } from '../ui/reason-button.tsx'
import styles from './delete-event.module.css'

const DeleteDialog = lazyDialog(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))

/** At the foot of the edit page, for those who may: deletes the event, or says why it cannot be deleted. */
export function DeleteEvent({ event }: { event: EventDetail }) {
  const mayDelete = useMayDoOn(event, 'events.delete')
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  // What was typed goes with the event, so nobody is asked whether to leave it.
  const leave = () => navigate({ to: '/events', ignoreBlocker: true })
  if (!mayDelete) return null
  const { cannotDelete = null } = event
  return (
    <section className={styles.section} aria-label="Delete event">
      <p>
        {cannotDelete ??
          'Permanently deletes the event and its slots. Only possible before the first booking.'}
      </p>
      <ReasonButton variant="subtle" color="bad" reason={cannotDelete} onClick={() => setAsking(true)}>
        Delete event
      </ReasonButton>
      {asking && <DeleteDialog event={event} onDeleted={leave} onClose={() => setAsking(false)} />}
    </section>
  )
}
