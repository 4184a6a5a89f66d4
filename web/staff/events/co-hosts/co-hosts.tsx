import { Box, Button, Divider, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { type CoHost, coHostInput, type Event } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { ConfirmCall } from '../../ui/dialog/confirm-dialog.tsx'
import { Loaded } from '../../ui/feedback/load-failure.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { Tag } from '../../ui/list/tag.tsx'
import { Soft } from '../../ui/page/soft.tsx'
import surfaces from '../../ui/page/surfaces.module.css'

/** Below the form of an event: who else manages its time slots and bookings (docs/product.md, Co-hosts). */
export function CoHosts({ event }: { event: Event }) {
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
      <Text maw="60ch" mt={4} mb="md" c="dimmed">
        Invite someone outside your company to manage this event’s slots and bookings only. The link expires
        in 7 days.
      </Text>
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
      <RemoveDialog event={event} coHost={toRemove} onClose={() => setToRemove(null)} />
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
      <Button variant="subtle" color="bad" aria-label={`Remove ${invitedEmail}`} onClick={onRemove}>
        Remove
      </Button>
    </Group>
  )
}

interface RemoveDialogProps {
  event: Event
  coHost: CoHost | null
  onClose: () => void
}

function RemoveDialog({ event, coHost, onClose }: RemoveDialogProps) {
  return (
    <ConfirmCall
      opened={coHost !== null}
      title="Remove this co-host?"
      confirmLabel="Remove co-host"
      pendingLabel="Removing..."
      keepLabel="Keep co-host"
      call={() => call(api.coHosts.remove, { params: { id: event.id, coHostId: coHost!.id } })}
      done="Co-host removed"
      failedTo="remove co-host"
      reloads={['co-hosts', event.id]}
      onClose={onClose}
    >
      {coHost && (
        <>
          <strong>{coHost.name ?? coHost.invitedEmail}</strong>{' '}
          {coHost.isActive
            ? `will lose access to ${event.name}. Changes they made stay.`
            : 'won’t be able to use the link we sent.'}
        </>
      )}
    </ConfirmCall>
  )
}

function CoHostsInviteForm({ eventId }: { eventId: number }) {
  const invite = useReportedCall({
    call: (email: string) => call(api.coHosts.invite, { params: { id: eventId }, body: { email } }),
    done: ({ invitedEmail }) => ({
      title: 'Co-host invited',
      description: `We emailed a link to ${invitedEmail}.`,
    }),
    failedTo: 'invite co-host',
    reloads: ['co-hosts', eventId],
    keepsForm: true,
  })
  const form = useSchemaForm(coHostInput, { email: '' }, invite.error)
  return (
    <FormShell
      onSubmit={form.onSubmit(({ email }) => invite.mutate(email, { onSuccess: () => form.reset() }))}
      call={invite}
      submitLabel="Invite co-host"
      pendingLabel="Inviting..."
      quiet
    >
      <TextInput label="Co-host’s email" type="email" autoComplete="off" {...form.getInputProps('email')} />
      <LeaveGuard isDirty={() => form.isDirty()} />
    </FormShell>
  )
}
