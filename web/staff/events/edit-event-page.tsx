import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CallError, sentenceOf } from '../api/call-error.ts'
import { useMayDo } from '../session/session-query.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { showToast } from '../ui/toast.ts'
import { BackToEvents } from './back-to-events.tsx'
import { EventForm } from './event-form.tsx'
import { valuesOf } from './event-form-values.ts'
import { EventMissing } from './event-missing.tsx'
import { MayNotEdit } from './may-not-edit.tsx'
import { eventQuery, useSaveEvent } from './queries.ts'

const route = getRouteApi('/signed-in/editevent/$id')

/** /editevent/{id} (spec booking §2). The form starts from what the server holds now, never from the cache. */
export function EditEventPage() {
  const { id } = route.useParams()
  const mayEdit = useMayDo('events.edit')
  return (
    <>
      <PageHeader
        title="Edit Event"
        subtitle="Update your trunk show event details."
        back={<BackToEvents />}
      />
      {mayEdit ? <EditEvent key={id} id={id} /> : <MayNotEdit />}
    </>
  )
}

function EditEvent({ id }: { id: string }) {
  const navigate = useNavigate()
  const event = useQuery({ ...eventQuery(id), refetchOnMount: 'always' })
  const save = useSaveEvent(id)
  if (event.error instanceof CallError && event.error.status === 404) return <EventMissing />
  if (event.isError)
    return (
      <LoadFailure title="The event could not be loaded" retrying={event.isFetching} onRetry={event.refetch}>
        {sentenceOf(event.error, event.error.message)}
      </LoadFailure>
    )
  if (!event.data || !event.isFetchedAfterMount) return <p role="status">Loading event...</p>
  return (
    <EventForm
      values={valuesOf(event.data)}
      onSubmit={(input, done) =>
        save.mutate(input, {
          onSuccess: () => {
            done()
            showToast({
              title: 'Event Updated',
              description: 'Your trunk show event has been updated successfully.',
            })
            navigate({ to: '/events', search: { tab: input.isActive ? undefined : 'inactive' } })
          },
          onError: (error) =>
            showToast({
              tone: 'bad',
              title: 'Error Updating Event',
              description: sentenceOf(error, failedText(error)),
            }),
        })
      }
      loading={save.isPending}
      error={save.error}
      submitLabel="Save"
      pendingLabel="Saving..."
      failedLabel={save.error ? failedText(save.error) : ''}
    />
  )
}

/** Spec booking §8, for a failure the server gave no sentence for. */
function failedText(error: Error): string {
  if (!(error instanceof CallError) || !error.status) return error.message
  return `Failed to update event: ${error.status} ${error.statusText}`
}
