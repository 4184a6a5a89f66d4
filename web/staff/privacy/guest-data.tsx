import '@mantine/core/styles/Combobox.layer.css'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../api/call-error.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { FormShell } from '../ui/form/form-shell.tsx'
import { FormSkeleton } from '../ui/form/form-skeleton.tsx'
import { retentionQuery, useSaveRetention } from './queries.ts'

/** The setting for how long guests' data is kept (decision 034). */
export function GuestData() {
  const retention = useQuery({ ...retentionQuery(), refetchOnMount: 'always' })
  return (
    <FormSection title="Guest data" hint="How long you keep the names and emails of guests who booked.">
      {retention.isSuccess && retention.isFetchedAfterMount ? (
        <RetentionForm key={retention.data.months} months={retention.data.months} />
      ) : retention.isError ? (
        <LoadFailure
          title="Couldn’t load this setting"
          retrying={retention.isFetching}
          onRetry={retention.refetch}
        >
          {sentenceOf(retention.error)}
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

function RetentionForm({ months }: { months: number | null }) {
  const save = useSaveRetention()
  const [chosen, setChosen] = useState(months)
  const choices = [...new Set([...offered, ...(months === null ? [] : [months])])].sort((a, b) => a - b)
  return (
    <FormShell
      onSubmit={(submit) => {
        submit.preventDefault()
        save.mutate({ months: chosen })
      }}
      loading={save.isPending}
      error={save.error}
      submitLabel="Save"
      pendingLabel="Saving..."
    >
      <NativeSelect
        label="Delete guests’ data"
        description="Every night, we delete the names and emails of guests whose event ended this long ago. Bookings stay in your counts. Customers and orders don’t change. You can’t undo this."
        value={chosen ?? ''}
        onChange={({ currentTarget: { value } }) => setChosen(Number(value) || null)}
        data={[
          { value: '', label: 'Never' },
          ...choices.map((each) => ({ value: String(each), label: inWords(each) })),
        ]}
      />
    </FormShell>
  )
}
