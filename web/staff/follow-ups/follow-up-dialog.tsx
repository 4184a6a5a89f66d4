import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addDays } from '@trunkshow/contract/dates.ts'
import { type FollowUp, followUpInput } from '@trunkshow/contract/follow-ups/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { api, call } from '../api/client.ts'
import { colleaguesQuery } from '../company/assignee-field.tsx'
import { useCompanyZone, useUser } from '../session/session-query.ts'
import { Choose } from '../ui/form/choose.tsx'
import { DateField } from '../ui/form/date-field.tsx'
import { FormDialog, useCallForm } from '../ui/form/form-dialog.tsx'

interface FollowUpDialogProps {
  /** Of the customer or guest. */
  name: string
  /** Whom a new one is for, and what is filled in. */
  about?: { customerId: number } | { bookingId: number }
  text?: string
  /** `yyyy-MM-dd`; in two days without one. */
  dueOn?: string
  /** The one to change. */
  followUp?: FollowUp
  onClose: () => void
}

/** Days until a new follow-up is due. */
const USUAL_DAYS = 2

/** Who does what until when, for a customer or guest. */
export function FollowUpDialog({ name, about, text = '', dueOn, followUp, onClose }: FollowUpDialogProps) {
  const user = useUser()
  const today = wallClock(new Date(), useCompanyZone()).date
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const { form, dialog } = useCallForm({
    schema: followUpInput,
    values: followUp
      ? { text: followUp.text, dueOn: followUp.dueOn, assigneeId: followUp.assigneeId }
      : {
          text,
          dueOn: dueOn && dueOn > today ? dueOn : addDays(today, USUAL_DAYS),
          assigneeId: user?.id ?? null,
        },
    call: (values) =>
      followUp
        ? call(api.followUps.change, {
            params: { id: followUp.id },
            body: { ...values, version: followUp.version },
          })
        : call(api.followUps.create, { body: { ...values, ...about } }),
    done: followUp ? 'Follow-up updated' : 'Follow-up added',
    failed: followUp ? 'Failed to update follow-up' : 'Failed to add follow-up',
    reloads: ['follow-ups'],
    onClose,
  })
  const { value: assigneeId, error } = form.getInputProps('assigneeId')
  return (
    <FormDialog title={`Follow up with ${name}`} submitLabel={followUp ? 'Save' : 'Add'} {...dialog}>
      <TextInput label="What to do" data-autofocus {...form.getInputProps('text')} />
      <DateField label="Until" {...form.getInputProps('dueOn')} />
      <Choose
        label="Who"
        value={assigneeId}
        error={error}
        choices={[['', 'Anyone on the team'], ...colleagues.map(({ id, name }) => [id, name] as const)]}
        onChoose={(id) => form.setFieldValue('assigneeId', id ?? null)}
      />
    </FormDialog>
  )
}
