import { Box, Divider, Group, Stack, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type CoHost, coHostInput, type EventDetail } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { api, CallError, call } from '../../api/client.ts'
import { useMayDoOnEvent } from '../../session/session-query.ts'
import { ConfirmCall, DeleteRecord } from '../../ui/dialog/dialog.tsx'
import { Loaded } from '../../ui/feedback/notice.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { useCallForm } from '../../ui/form/form-dialog.tsx'
import { FormShell, LeaveGuard } from '../../ui/form/form-shell.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { QuietText, Soft, Tag } from '../../ui/page/words.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
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
  return (
    <>
      <PageHeader
        title="Edit Event"
        subtitle="Update your trunk show event details."
        back={<BackToEvents />}
      />
      <EditEvent key={id} id={id} preview saved={saved} failed={failed}>
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
  const client = useQueryClient()
  const navigate = useNavigate()
  // Unsaved changes go with the deleted event, so there is no warning.
  const leave = () => navigate({ to: '/events', ignoreBlocker: true })
  if (!mayDelete) return null
  const { cannotDelete = null } = event
  return (
    <Group component="section" gap="12px 24px" maw={720} aria-label="Delete event">
      <Divider flex="1 1 100%" mt={48} mb="sm" />
      <QuietText flex="1 1 280px">
        {cannotDelete ??
          'Permanently deletes the event and its slots. Only possible before the first booking.'}
      </QuietText>
      <ReasonButton variant="subtle" color="bad" reason={cannotDelete} onClick={() => setAsking(true)}>
        Delete event
      </ReasonButton>
      {asking && (
        <DeleteRecord
          noun="event"
          call={async () => {
            await call(api.events.remove, { params: { id: event.id } })
            await client.invalidateQueries({ queryKey: ['events'], refetchType: 'none' })
          }}
          done={() => ({ title: 'Event Deleted', description: `Deleted ${event.name} and its time slots.` })}
          failed={{ title: 'Error', fallback: 'Failed to delete event' }}
          // It says why it can't be deleted.
          onFailed={() => client.invalidateQueries({ queryKey: eventQuery(String(event.id)).queryKey })}
          onDone={leave}
          onClose={() => setAsking(false)}
        >
          This deletes <strong>{event.name}</strong> and all its time slots. You can’t undo this.
        </DeleteRecord>
      )}
    </Group>
  )
}

/** Below the form of an event: who else manages its time slots and bookings (docs/product.md, Co-hosts). */
function CoHosts({ event }: { event: EventDetail }) {
  const list = useQuery({
    queryKey: ['co-hosts', event.id],
    queryFn: () => call(api.coHosts.list, { params: { id: event.id } }),
    staleTime: 0, // they can accept at any time
  })
  const [toRemove, setToRemove] = useState<CoHost | null>(null)
  return (
    <Box component="section" maw={720} aria-labelledby="co-hosts-title">
      <Divider mt={48} mb="lg" />
      <Title id="co-hosts-title" order={2}>
        Co-hosts
      </Title>
      <QuietText maw="60ch" mt={4} mb="md">
        Invite someone outside your company to manage this event’s slots and bookings only. The link expires
        in 7 days.
      </QuietText>
      <Loaded query={list} noun="co-hosts" skeleton={{ height: 48 }}>
        {(coHosts) =>
          coHosts.length > 0 && (
            <Box component="ul" mb="md" className={surfaces.lines} aria-label="Co-hosts">
              {coHosts.map((coHost) => (
                <CoHostRow key={coHost.id} coHost={coHost} onRemove={() => setToRemove(coHost)} />
              ))}
            </Box>
          )
        }
      </Loaded>
      <CoHostsInviteForm eventId={event.id} />
      {toRemove && (
        <ConfirmCall
          title="Remove this co-host?"
          confirmLabel="Remove co-host"
          keepLabel="Keep co-host"
          call={() => call(api.coHosts.remove, { params: { id: event.id, coHostId: toRemove.id } })}
          done="Co-host removed"
          failedTo="remove co-host"
          reloads={['co-hosts', event.id]}
          onClose={() => setToRemove(null)}
        >
          <strong>{toRemove.name ?? toRemove.invitedEmail}</strong>{' '}
          {toRemove.isActive
            ? `will lose access to ${event.name}. Changes they made stay.`
            : 'won’t be able to use the link we sent.'}
        </ConfirmCall>
      )}
    </Box>
  )
}

function CoHostRow({ coHost, onRemove }: { coHost: CoHost; onRemove: () => void }) {
  const { name, invitedEmail, isActive } = coHost
  return (
    <Group component="li" gap="4px 12px">
      <Stack gap={0} flex="1 1 200px" miw={0}>
        {name && <strong>{name}</strong>}
        {name ? <Soft>{invitedEmail}</Soft> : invitedEmail}
      </Stack>
      <Tag tone={isActive ? 'good' : 'warn'}>{isActive ? 'Active' : 'Pending'}</Tag>
      <RowMenu name={invitedEmail} tasks={[{ label: 'Remove', danger: true, onRun: onRemove }]} />
    </Group>
  )
}

function CoHostsInviteForm({ eventId }: { eventId: number }) {
  const { form, shell } = useCallForm({
    schema: coHostInput,
    values: { email: '' },
    call: (body) => call(api.coHosts.invite, { params: { id: eventId }, body }),
    done: ({ invitedEmail }) => ({
      title: 'Co-host invited',
      description: `We emailed a link to ${invitedEmail}.`,
    }),
    failedTo: 'invite co-host',
    reloads: ['co-hosts', eventId],
    onClose: (): void => form.reset(),
  })
  return (
    <FormShell {...shell} submitLabel="Invite co-host" pendingLabel="Inviting..." quiet>
      <TextInput label="Co-host’s email" type="email" autoComplete="off" {...form.getInputProps('email')} />
      <LeaveGuard isDirty={() => form.isDirty()} />
    </FormShell>
  )
}
