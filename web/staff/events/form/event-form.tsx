import { Card, Checkbox, Divider, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatDateRange, formatTimeRange, isDate, isEndTime, isTime } from '@trunkshow/contract/dates.ts'
import type { ScheduledEmailType } from '@trunkshow/contract/emails/rules.ts'
import { appointmentLength } from '@trunkshow/contract/events/rules.ts'
import type { Event, EventDetail } from '@trunkshow/contract/events/schema.ts'
import { eventImages } from '@trunkshow/contract/images.ts'
import { usStates } from '@trunkshow/contract/us-states.ts'
import { type ReactNode, useState } from 'react'
import mark from '../../../theme/mark.module.css'
import { api, call } from '../../api/client.ts'
import type { FailedCall } from '../../api/query-client.ts'
import { letterheadQuery } from '../../company/queries.ts'
import { UsageNote } from '../../company/usage.tsx'
import { useMayDo } from '../../session/session-query.ts'
import { Notice, NotLoaded } from '../../ui/feedback/notice.tsx'
import { type ToastContent, useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { ImageField } from '../../ui/files/image-field.tsx'
import { Picture } from '../../ui/files/picture.tsx'
import { FieldRow, FormSection, FormShell, LeaveGuard, useSchemaForm } from '../../ui/form/form-shell.tsx'
import { Facts } from '../../ui/page/facts.tsx'
import { ButtonLink } from '../../ui/page/page-header.tsx'
import { QuietButton, QuietText } from '../../ui/page/words.tsx'
import { EventMissing } from '../event-missing.tsx'
import { eventQuery } from '../queries.ts'
import {
  AppointmentFields,
  LinkFields,
  QuestionsFields,
  ShowFields,
  StateFields,
  TimeFields,
} from './event-fields.tsx'
import styles from './event-form.module.css'
import {
  type EventFormValues,
  type EventToSend,
  eventForm,
  eventToSend,
  valuesOf,
  valuesOfCopy,
} from './event-form-values.ts'
import previewed from './event-preview.module.css'
import { RuleFields } from './rule-fields.tsx'

interface FrameProps {
  secondary?: ReactNode
  /** Whether there is room for a preview beside the form. */
  preview?: boolean
}

const created = { title: 'Success', description: 'Event created successfully' }
const notCreated = { title: 'Error', fallback: 'Failed to create event' }

/**
 * The form for a new event, as a page and in the list's dialog. After saving, the list shows the event's link.
 *
 * @param props.copyOf the event to copy except for its dates, if any
 */
export function CreateEvent({ copyOf, ...frame }: FrameProps & { copyOf?: number }) {
  const navigate = useNavigate()
  const mayEdit = useMayDo('events.edit')
  const company = useQuery(letterheadQuery())
  const formFor = (original?: EventDetail) => (
    <EventForm
      copyOf={original}
      hostName={company.data?.companyName ?? undefined}
      saved={created}
      failed={notCreated}
      onSaved={({ id, isHidden }) =>
        navigate({
          to: '/events',
          search: { tab: isHidden ? 'hidden' : undefined, created: id },
          replace: true,
        })
      }
      {...frame}
    />
  )
  if (copyOf) return <FreshEvent id={String(copyOf)}>{formFor}</FreshEvent>
  if (!mayEdit) return <MayNotEdit />
  return company.isPending ? <p role="status">Loading...</p> : formFor()
}

interface EditEventProps extends FrameProps {
  id: string
  saved: ToastContent
  failed: FailedCall
  /** Whether the list replaces the form in the browser's history after a save. */
  replace?: boolean
  /** Shown below the form once the event has loaded. */
  children?: (event: EventDetail) => ReactNode
}

/** An event's form, as a page and in the list's dialog. */
export function EditEvent({ id, replace, children, ...form }: EditEventProps) {
  const navigate = useNavigate()
  const open = ({ isActive, isHidden }: Event) =>
    navigate({
      to: '/events',
      search: { tab: isActive ? undefined : isHidden ? 'hidden' : 'inactive' },
      replace,
    })
  return (
    <FreshEvent id={id}>
      {(event) => (
        <>
          <EventForm event={event} onSaved={open} {...form} />
          {children?.(event)}
        </>
      )}
    </FreshEvent>
  )
}

/** Loads an event for a form, which starts from fresh server data, never from the cache; or says why it can't. */
function FreshEvent({ id, children }: { id: string; children: (event: EventDetail) => ReactNode }) {
  const event = useQuery({ ...eventQuery(id), refetchOnMount: 'always' })
  const mayEdit = useMayDo('events.edit')
  if (event.data?.coHosted) return <CoHostMayNotEdit event={event.data} />
  if (!mayEdit) return <MayNotEdit />
  if (event.data && !event.isError && event.isFetchedAfterMount) return children(event.data)
  return (
    <NotLoaded
      query={event}
      noun="event"
      failed="Couldn’t load the event"
      missing={<EventMissing />}
      waiting={<p role="status">Loading event...</p>}
    />
  )
}

/** Shown to roles that can view but not change events (docs/product.md, What a role may do). */
function MayNotEdit() {
  return (
    <Notice title="Your role can view events but not change them">
      Ask an admin if you need to create or edit events.
    </Notice>
  )
}

/** Shown to co-hosts, who manage an event's slots and bookings but not the event itself (docs/product.md, Co-hosts). */
function CoHostMayNotEdit({ event }: { event: Event }) {
  return (
    <Notice
      title="Co-hosts can’t edit the event"
      action={
        <ButtonLink to="/bookings/$id" params={{ id: String(event.id) }}>
          Manage Bookings
        </ButtonLink>
      }
    >
      Only the host, {event.hostName}, can edit {event.name}. You can manage its time slots and bookings.
    </Notice>
  )
}

interface EventFormProps extends FrameProps, Pick<EditEventProps, 'saved' | 'failed'> {
  event?: EventDetail
  onSaved: (event: Event) => void
  /** The event to copy, without its dates, which come first then. */
  copyOf?: EventDetail
  /** Of a new event. */
  hostName?: string
}

/** All of an event's fields with their rules (docs/product.md, Making an event), for creating and editing. */
function EventForm({ event, copyOf, hostName, saved, failed, onSaved, secondary, preview }: EventFormProps) {
  const [sent, setSent] = useState<number>()
  const save = useReportedCall({
    call: ({ body, files }: EventToSend) => {
      setSent(undefined)
      const input = { body, files, onProgress: setSent }
      return event
        ? call(api.events.update, { params: { id: event.id }, ...input })
        : call(api.events.create, { ...input, body: { ...body, copyOf: copyOf?.id } })
    },
    done: ({ isHidden }) => (isHidden && !event ? { ...saved, description: 'Draft saved' } : saved),
    failed,
    keepsForm: true,
    // New hours also change which bookings are outside them.
    onDone: (_event, client) => {
      void client.invalidateQueries({ queryKey: ['events'] })
      void client.invalidateQueries({ queryKey: ['bookings'], refetchType: 'none' })
    },
  })
  const values = copyOf ? valuesOfCopy(copyOf) : valuesOf(event, hostName)
  const form = useSchemaForm(eventForm, values, save.error)
  const editing = event !== undefined
  const send = (typed: EventFormValues) =>
    save.mutate(eventToSend(typed, values), {
      onSuccess: (event) => {
        form.resetDirty()
        onSaved(event)
      },
    })
  return (
    <div className={styles.columns} data-preview={preview ?? false}>
      <FormShell
        gap={0}
        onSubmit={form.onSubmit(send)}
        sticky
        call={save}
        submitLabel={editing ? 'Save' : 'Create Event'}
        pendingLabel={editing ? 'Saving...' : 'Creating...'}
        secondary={
          save.isPending && sent !== undefined ? (
            <UploadProgress sent={sent} />
          ) : (
            <>
              {!editing && (
                <QuietButton
                  disabled={save.isPending}
                  onClick={() => form.onSubmit((typed) => send({ ...typed, isHidden: true }))()}
                >
                  Save as draft
                </QuietButton>
              )}
              {secondary}
            </>
          )
        }
      >
        {!editing && <UsageNote kinds={['events', 'slots', 'files', 'bytes']} />}
        {copyOf && <TimeFields form={form} editing={editing} leads />}
        <ShowFields form={form} event={event} />
        <ImageFields form={form} />
        {!copyOf && <TimeFields form={form} editing={editing} />}
        <AppointmentFields form={form} editing={editing} />
        <RuleFields form={form} />
        <QuestionsFields form={form} />
        <GuestEmailsFields form={form} />
        <TaxFields form={form} />
        <LinkFields form={form} editing={editing} />
        {editing && <StateFields form={form} isHidden={event.isHidden === true} />}
      </FormShell>
      {preview && <EventPreview values={form.values} />}
      <LeaveGuard isDirty={() => form.isDirty()} />
    </div>
  )
}

function UploadProgress({ sent }: { sent: number }) {
  const label = sent < 1 ? 'Uploading images' : 'Preparing images'
  return (
    <Stack component="label" gap={4} flex="1 1 200px" c="dimmed">
      {label}
      <progress value={sent < 1 ? sent : undefined} />
    </Stack>
  )
}

function ImageFields({ form }: { form: UseFormReturnType<EventFormValues> }) {
  return (
    <FormSection
      title="Pictures"
      hint="Optional. Without a logo, we show your company’s logo or the host’s name."
    >
      <ImageField
        label="Banner"
        kind="banner"
        description={`A wide picture above the event name, up to ${eventImages.banner.megabytes} MB`}
        {...form.getInputProps('banner')}
      />
      <ImageField
        label="Logo"
        kind="logo"
        description={`Shown in a circle. Wide logos aren’t cropped. Up to ${eventImages.logo.megabytes} MB`}
        {...form.getInputProps('logo')}
      />
    </FormSection>
  )
}

const choices: Record<ScheduledEmailType, { label: string; description?: string }> = {
  booking_reminder: { label: 'Remind guests the day before' },
  booking_reminder_soon: { label: 'Remind guests three hours before' },
  booking_thanks: {
    label: 'Thank guests the day after',
    description: 'With their order, if they made one. No-shows don’t get one.',
  },
}

/** A rate of sales tax for what is handed over at the event (docs/product.md, Tax). */
function TaxFields({ form }: { form: UseFormReturnType<EventFormValues> }) {
  return (
    <FormSection
      title="Sales tax"
      hint="For orders that customers take with them. Without a rate, the state they’re shipped to decides."
    >
      <FieldRow>
        <NativeSelect
          label="State"
          data={[{ value: '', label: 'Select a state' }, ...stateChoices]}
          {...form.getInputProps('taxState')}
        />
        <TextInput
          label="Rate, %"
          placeholder="8.875"
          inputMode="decimal"
          {...form.getInputProps('taxRate')}
        />
      </FieldRow>
    </FormSection>
  )
}

const stateChoices = Object.entries(usStates).map(([value, label]) => ({ value, label }))

/** Which emails guests get besides those about their booking (docs/product.md, Reminders). */
function GuestEmailsFields({ form }: { form: UseFormReturnType<EventFormValues> }) {
  return (
    <FormSection
      title="Emails to guests"
      hint="Sent in the event’s time zone, in addition to booking emails."
    >
      <Checkbox.Group {...form.getInputProps('guestEmails')}>
        <Stack>
          {Object.entries(choices).map(([type, texts]) => (
            <Checkbox key={type} value={type} {...texts} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormSection>
  )
}

/** Previews the public page's header as the host types. */
function EventPreview({ values }: { values: EventFormValues }) {
  const { name, hostName, eventDate, endDate, isMultiDay, startTime, endTime, location, logo, banner } =
    values
  const date = isDate(eventDate) && formatDateRange(eventDate, isMultiDay && isDate(endDate) ? endDate : null)
  const hours = isTime(startTime) && isEndTime(endTime) && formatTimeRange(startTime, endTime)
  const facts = {
    Date: date || '…',
    Hours: hours || '…',
    Length: appointmentLength(Number(values.slotDuration)),
    Location: values.showLocation && location.trim() && location,
  }
  return (
    <aside className={previewed.preview} aria-label="Preview of the public page">
      <QuietText mb="xs">What guests will see</QuietText>
      <Card px="lg" py="xl" style={{ boxShadow: 'var(--shadow)', overflowWrap: 'anywhere' }}>
        {banner && (
          <Picture
            kind="banner"
            source={banner}
            alt=""
            sizes="320px"
            className={previewed.banner}
            fallback={null}
          />
        )}
        {logo && (
          <span className={previewed.mark}>
            <Picture kind="logo" source={logo} alt="" sizes="120px" className={mark.logo} fallback={null} />
          </span>
        )}
        <Text ff="heading" fz="var(--s3)" lh={1.05} c={name.trim() ? undefined : 'dimmed'} textWrap="balance">
          {name.trim() || 'Event name'}
        </Text>
        <QuietText mt="xs">Hosted by {hostName.trim() || '…'}</QuietText>
        <Divider color="var(--line)" mt="lg" mb="md" />
        <Facts width={56} facts={facts} />
        {values.description.trim() && (
          <QuietText lineClamp={6} style={{ whiteSpace: 'pre-line' }}>
            {values.description}
          </QuietText>
        )}
      </Card>
    </aside>
  )
}
