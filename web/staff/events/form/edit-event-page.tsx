import { Divider, Group, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { api } from '@trunkshow/contract/api.ts'
import type { EventDetail } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/client.ts'
import { useMayDoOnEvent } from '../../session/session-query.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { CoHosts } from '../co-hosts/co-hosts.tsx'
import { BackToEvents } from '../event-missing.tsx'
import { eventQuery } from '../queries.ts'
import { EditEvent } from './event-form.tsx'

const route = getRouteApi('/signed-in/editevent/$id')

const saved = {
  title: 'Event Updated',
  description: 'Your trunk show event has been updated successfully.',
}

const failed = {
  title: 'Error Updating Event',
  describe: (sentence: string, error: Error) =>
    error instanceof CallError && error.status && !error.sentence
      ? `Failed to update event: ${error.status} ${error.statusText}`
      : sentence,
}

/** An event's form as a page, at /editevent/{id}. */
export function EditEventPage() {
  const { id } = route.useParams()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Edit Event"
        subtitle="Update your trunk show event details."
        back={<BackToEvents />}
      />
      <EditEvent
        key={id}
        id={id}
        preview
        saved={saved}
        failed={failed}
        onSaved={({ isActive }) =>
          navigate({ to: '/events', search: { tab: isActive ? undefined : 'inactive' } })
        }
      >
        {(event) => (
          <>
            <CoHosts event={event} />
            <DeleteEvent event={event} />
          </>
        )}
      </EditEvent>
    </>
  )
}

/** Below the form, for users who can delete events: deletes the event, or says why it can't be deleted. */
function DeleteEvent({ event }: { event: EventDetail }) {
  const mayDelete = useMayDoOnEvent(event, 'events.delete')
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  // Unsaved changes go with the deleted event, so there is no warning.
  const leave = () => navigate({ to: '/events', ignoreBlocker: true })
  const remove = useReportedCall({
    call: () => call(api.events.remove, { params: { id: event.id } }),
    done: () => ({ title: 'Event Deleted', description: `Deleted ${event.name} and its time slots.` }),
    failed: { title: 'Error', fallback: 'Failed to delete event' },
    onDone: (_gone, client) => client.invalidateQueries({ queryKey: ['events'], refetchType: 'none' }),
    // It says why it can't be deleted.
    onFailed: (_error, client) =>
      client.invalidateQueries({ queryKey: eventQuery(String(event.id)).queryKey }),
  })
  if (!mayDelete) return null
  const { cannotDelete = null } = event
  return (
    <Group component="section" gap="12px 24px" maw={720} aria-label="Delete event">
      <Divider flex="1 1 100%" mt={48} mb="sm" />
      <Text c="dimmed" flex="1 1 280px">
        {cannotDelete ??
          'Permanently deletes the event and its slots. Only possible before the first booking.'}
      </Text>
      <ReasonButton variant="subtle" color="bad" reason={cannotDelete} onClick={() => setAsking(true)}>
        Delete event
      </ReasonButton>
      {asking && (
        <ConfirmDialog
          title="Delete this event?"
          confirmLabel="Delete event"
          pendingLabel="Deleting..."
          keepLabel="Keep event"
          loading={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSuccess: leave, onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          This deletes <strong>{event.name}</strong> and all its time slots. You can’t undo this.
        </ConfirmDialog>
      )}
    </Group>
  )
}
