import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Retention, retention } from '@trunkshow/contract/privacy/schema.ts'
import { sentenceOf } from '../api/call-error.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { FormSkeleton } from '../ui/form/form-skeleton.tsx'
import { SettingsForm } from '../ui/form/settings-form.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import { retentionQuery, useSaveRetention } from './queries.ts'

/** The setting for how long guests' data is kept (decision 034). */
export function GuestData() {
  const stored = useQuery({ ...retentionQuery(), refetchOnMount: 'always' })
  return (
    <FormSection title="Guest data" hint="How long you keep the names and emails of guests who booked.">
      {stored.isSuccess && stored.isFetchedAfterMount ? (
        <RetentionForm months={stored.data.months} />
      ) : stored.isError ? (
        <LoadFailure title="Couldn’t load this setting" onRetry={stored.refetch}>
          {sentenceOf(stored.error)}
        </LoadFailure>
      ) : (
        <FormSkeleton label="Loading guest data setting">
          <RetentionForm months={null} />
        </FormSkeleton>
      )}
    </FormSection>
  )
}

const offered = [1, 2, 3, 6, 12, 24, 36, 60]
const inWords = (months: number) =>
  months === 1 ? '1 month after an event' : `${months} months after an event`

function RetentionForm({ months }: Retention) {
  const save = useSaveRetention()
  const form = useSchemaForm(retention, { months }, save.error)
  const choices = [...new Set([...offered, ...(months === null ? [] : [months])])].sort((a, b) => a - b)
  return (
    <SettingsForm
      form={form}
      save={save}
      inputOf={(values) => values}
      valuesOf={(saved) => saved}
      submitLabel="Save"
    >
      <NativeSelect
        label="Delete guests’ data"
        description="Every night, we delete the names and emails of guests whose event ended this long ago. Bookings stay in your counts. Customers and orders don’t change. You can’t undo this."
        value={form.values.months ?? ''}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('months', Number(value) || null)}
        data={[
          { value: '', label: 'Never' },
          ...choices.map((each) => ({ value: String(each), label: inWords(each) })),
        ]}
      />
    </SettingsForm>
  )
}
