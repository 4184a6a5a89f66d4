import { TextInput } from '@mantine/core'
import { coHostInput } from '@trunkshow/contract/events/schema.ts'
import { FormShell } from '../ui/form-shell.tsx'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { focusFirstError, useSchemaForm } from '../ui/use-schema-form.ts'
import { useInviteCoHost } from './co-hosts-queries.ts'

/** Invites one more co-host by their address. */
export function CoHostsInviteForm({ eventId }: { eventId: number }) {
  const invite = useInviteCoHost(eventId)
  const form = useSchemaForm(coHostInput, { email: '' }, invite.error)
  return (
    <FormShell
      onSubmit={form.onSubmit(
        ({ email }) => invite.mutate(email, { onSuccess: () => form.reset() }),
        focusFirstError,
      )}
      loading={invite.isPending}
      error={invite.error}
      submitLabel="Invite co-host"
      pendingLabel="Inviting..."
      quiet
    >
      <TextInput
        label="Email of a co-host"
        type="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <LeaveGuard isDirty={() => form.isDirty()} />
    </FormShell>
  )
}
