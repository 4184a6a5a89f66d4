import type { Event, EventDetail } from '@trunkshow/contract/events/schema.ts'
import type { ReactNode } from 'react'
import type { FailedCall } from '../../api/query-client.ts'
import { showToast, type ToastContent } from '../../ui/feedback/toast.ts'
import { useSaveEvent } from '../queries.ts'
import { EventForm } from './event-form.tsx'
import { valuesOf } from './event-form-values.ts'
import { FreshEvent } from './fresh-event.tsx'

interface EditEventProps {
  id: string
  saved: ToastContent
  /** The toast for a failed save. */
  failed: FailedCall
  onSaved: (event: Event) => void
  secondary?: ReactNode
  preview?: boolean
  /** Shown below the form once the event has loaded. */
  children?: (event: EventDetail) => ReactNode
}

/** An event's form, as a page and in the list's dialog. */
export function EditEvent({ id, children, ...form }: EditEventProps) {
  return (
    <FreshEvent id={id}>
      {(event) => (
        <>
          <FilledForm id={id} event={event} {...form} />
          {children?.(event)}
        </>
      )}
    </FreshEvent>
  )
}

interface FilledFormProps extends Omit<EditEventProps, 'children'> {
  event: EventDetail
}

function FilledForm({ id, event, saved, failed, onSaved, secondary, preview }: FilledFormProps) {
  const save = useSaveEvent(failed, id)
  return (
    <EventForm
      values={valuesOf(event)}
      event={event}
      onSubmit={(input, done) =>
        save.mutate(input, {
          onSuccess: (event) => {
            done()
            showToast(saved)
            onSaved(event)
          },
        })
      }
      loading={save.isPending}
      sent={save.sent}
      error={save.error}
      submitLabel="Save"
      pendingLabel="Saving..."
      secondary={secondary}
      preview={preview}
    />
  )
}
