import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { noticeSchedules } from '@trunkshow/contract/emails/rules.ts'
import { type NoticeSettings, noticeSettings } from '@trunkshow/contract/emails/schema.ts'
import { sentenceOf } from '../api/call-error.ts'
import { useUser } from '../session/session-query.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { FormSkeleton } from '../ui/form/form-skeleton.tsx'
import { SettingsForm } from '../ui/form/settings-form.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import { noticeSettingsQuery, useSaveNoticeSettings } from './queries.ts'

/** The settings for emails to hosts about bookings (docs/product.md, Booking alerts). */
export function BookingAlerts() {
  const stored = useQuery({ ...noticeSettingsQuery(), refetchOnMount: 'always' })
  return (
    <FormSection
      title="Booking alerts"
      hint="Emails about bookings to an event’s contact, or to the account owner."
    >
      {stored.isSuccess && stored.isFetchedAfterMount ? (
        <AlertsForm settings={stored.data} />
      ) : stored.isError ? (
        <LoadFailure title="Couldn’t load this setting" onRetry={stored.refetch}>
          {sentenceOf(stored.error)}
        </LoadFailure>
      ) : (
        <FormSkeleton label="Loading booking alerts">
          <AlertsForm settings={{ schedule: 'now', ownActions: false, toMe: true }} />
        </FormSkeleton>
      )}
    </FormSection>
  )
}

const schedules = {
  now: 'Right away, for each booking',
  hourly: 'At most one email an hour',
  daily: 'One email a day, at 8:00 AM',
} as const

function AlertsForm({ settings }: { settings: NoticeSettings }) {
  const save = useSaveNoticeSettings()
  const user = useUser()
  const form = useSchemaForm(noticeSettings, settings, save.error)
  return (
    <SettingsForm
      form={form}
      save={save}
      inputOf={(values) => values}
      valuesOf={(saved) => saved}
      submitLabel="Save"
    >
      <NativeSelect
        label="When to send them"
        description="After 10 alerts in 5 minutes, we group the rest."
        data={noticeSchedules.map((value) => ({ value, label: schedules[value] }))}
        {...form.getInputProps('schedule')}
      />
      <Checkbox
        label="Also send alerts about your own changes"
        description="If off, no one is emailed about a booking that they added, moved or canceled themselves."
        {...form.getInputProps('ownActions', { type: 'checkbox' })}
      />
      <Checkbox
        label={user?.email ? `Send alerts to ${user.email}` : 'Send alerts to my email'}
        description="Only for alerts that go to your email. Others turn theirs off with the link in each alert."
        {...form.getInputProps('toMe', { type: 'checkbox' })}
      />
    </SettingsForm>
  )
}
