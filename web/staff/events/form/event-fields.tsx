import { Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { TimeInput } from '@mantine/dates'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { DEFAULT_TIME_ZONE, isDate } from '@trunkshow/contract/dates.ts'
import {
  eventLimits,
  isUnguessable,
  makeSlug,
  offerMinutes,
  partySizes,
  questionLimits,
  randomCharacters,
  slotDurations,
  slugWords,
  spotsPerSlot,
} from '@trunkshow/contract/events/rules.ts'
import type { EventDetail } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { formatOfferTime } from '@trunkshow/contract/waitlist/rules.ts'
import { api, call } from '../../api/client.ts'
import { FieldsEditor } from '../../templates/form/fields-editor.tsx'
import { Note } from '../../ui/feedback/notice.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { DateField, EndTimeInput } from '../../ui/form/date-field.tsx'
import { ChoiceField, ChoiceOrNumber } from '../../ui/form/fields.tsx'
import { FieldRow, FormSection } from '../../ui/form/form-shell.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { countOf, QuietButton, QuietText } from '../../ui/page/words.tsx'
import { placesQuery } from '../queries.ts'
import { countPlan, type EventFormValues, isInPast } from './event-form-values.ts'
import { TimeZoneField, timesSentence, zoneName } from './time-zone-field.tsx'

export interface FieldsProps {
  form: UseFormReturnType<EventFormValues>
  editing?: boolean
}

export function ShowFields({ form, event }: FieldsProps & { event?: EventDetail }) {
  const isUnconfirmed = event?.contactConfirmed === false && form.values.contactEmail === event.contactEmail
  return (
    <FormSection title="Event details" hint="What guests see first on the public page.">
      <TextInput label="Event name" required data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Host name" required {...form.getInputProps('hostName')} />
      <Textarea
        label="Description"
        description="What you’ll show and how guests can prepare"
        rows={4}
        resize="vertical"
        {...form.getInputProps('description')}
      />
      <TextInput label="Location" {...form.getInputProps('location')} />
      <Checkbox
        label="Show location"
        description="If off, guests won’t see the location."
        {...form.getInputProps('showLocation', { type: 'checkbox' })}
      />
      <TextInput
        label="Contact email"
        type="email"
        description="Shown to guests. We also send booking alerts here after you confirm it."
        {...form.getInputProps('contactEmail')}
      />
      {isUnconfirmed && <ContactHint event={event} />}
    </FormSection>
  )
}

export function LinkFields({ form, editing }: FieldsProps) {
  const start = new URL(paths.event(''), location.origin).href
  const slug = form.values.urlSlug.trim()
  const renamed = editing && form.isDirty('urlSlug')
  const isPrivate = form.values.isPublic === false
  const fromName = isPrivate ? '' : slugWords(form.values.name)
  function handleNewLink() {
    const random = crypto.getRandomValues(new Uint8Array(randomCharacters.private))
    form.setFieldValue('urlSlug', makeSlug(form.values.name, random))
  }
  return (
    <FormSection title="Event link" hint="The link you share with guests.">
      <TextInput
        label="Custom URL"
        description="Up to 50 letters, numbers, hyphens, and underscores"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('urlSlug')}
      />
      <QuietText className={surfaces.note} aria-live="polite">
        {start}
        {slug || fromName ? (
          <Text component="b" c="bright">
            {slug || fromName}
          </Text>
        ) : (
          <em>created from the name</em>
        )}
        {!slug && fromName && ' (with a number if that’s taken)'}
      </QuietText>
      {isPrivate && (
        <>
          {!isUnguessable(slug) && (
            <Note>
              This link can be guessed, and anyone with the link can book. Make a new link for one that can’t.
            </Note>
          )}
          <div>
            <QuietButton onClick={handleNewLink}>Make a new link</QuietButton>
          </div>
        </>
      )}
      {renamed && (
        <Note>
          {isPrivate
            ? 'Once you save, the old link stops working. Guests keep their appointments.'
            : 'Links you’ve already shared will stop working.'}
        </Note>
      )}
    </FormSection>
  )
}

export function StateFields({ form, isHidden }: FieldsProps & { isHidden: boolean }) {
  return (
    <FormSection title="Visibility" hint="Who can find this event and whether it’s open for booking.">
      <Checkbox
        label="Public Event"
        description="Listed on the home page. A private event opens only by its link."
        {...form.getInputProps('isPublic', { type: 'checkbox' })}
      />
      <Checkbox
        label="Active"
        description="Open for booking. Guests can see an inactive event but can’t book it."
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
      {isHidden && <Note>Only your team can see this event. Turn on Active to publish it.</Note>}
    </FormSection>
  )
}

/** Below the contact field, while the contact hasn't confirmed receiving booking alerts (decision 029). */
function ContactHint({ event: { id, contactEmail } }: { event: EventDetail }) {
  const resend = useReportedCall({
    call: () => call(api.events.confirmContact, { params: { id } }),
    done: () => ({ title: 'Email sent', description: `We asked ${contactEmail} to confirm.` }),
    failedTo: 'send the email',
  })
  return (
    <Note>
      {contactEmail} hasn’t confirmed yet. Until then, booking alerts go to the account owner.{' '}
      <QuietButton size="compact-sm" disabled={resend.isPending} onClick={() => resend.mutate()}>
        Resend email
      </QuietButton>
    </Note>
  )
}

/** What guests are asked besides name and email (docs/product.md, Questions). */
export function QuestionsFields({ form }: FieldsProps) {
  const { questions, photos } = questionLimits
  return (
    <FormSection
      title="Questions for guests"
      hint="Asked when they book, besides name and email. Changing a question keeps the answers you already have."
    >
      <ChoiceField
        label="Phone number"
        choices={[
          { value: 'off', label: 'Don’t ask' },
          { value: 'optional', label: 'Optional' },
          { value: 'required', label: 'Required' },
        ]}
        {...form.getInputProps('phoneQuestion')}
      />
      <FieldsEditor
        form={form}
        list="questions"
        most={questions}
        description={`Up to ${questions}, and up to ${photos} of them for a photo`}
      />
    </FormSection>
  )
}

export function TimeFields({ form, editing, leads }: FieldsProps & { leads?: boolean }) {
  const { isMultiDay, eventDate } = form.values
  const moved = editing && timeFields.some((field) => form.isDirty(field))
  const last = useQuery({ ...placesQuery(''), enabled: form.values.timeZone === undefined })
  const { timeZone, city } = form.values
  const fallback = last.data?.[0] ?? { timeZone: DEFAULT_TIME_ZONE, city: null }
  const place = timeZone === undefined ? fallback : { timeZone, city }
  return (
    <FormSection title="Dates and hours" hint={timesSentence(place)}>
      <Checkbox
        label="Multi-day event"
        description="Same hours every day, unless you set others below."
        {...form.getInputProps('isMultiDay', { type: 'checkbox' })}
        onChange={({ currentTarget: { checked } }) => {
          form.setFieldValue('isMultiDay', checked)
          // The field is hidden, so the user couldn't fix an error in it.
          if (!checked && !isDate(form.values.endDate)) form.setFieldValue('endDate', '')
        }}
      />
      <FieldRow>
        <DateField
          label={isMultiDay ? 'Start date' : 'Event date'}
          required
          autoFocus={leads}
          graysPast
          {...form.getInputProps('eventDate')}
        />
        {isMultiDay && (
          <DateField
            label="End date"
            required
            graysPast
            minDate={isDate(eventDate) ? eventDate : undefined}
            {...form.getInputProps('endDate')}
            onBlur={() => isDate(form.getValues().endDate) && form.validateField('endDate')}
          />
        )}
      </FieldRow>
      <FieldRow>
        <TimeInput label="Start time" required {...form.getInputProps('startTime')} />
        <EndTimeInput label="End time" required {...form.getInputProps('endTime')} />
      </FieldRow>
      <TimeZoneField
        description="Type a city. Guests elsewhere see their own time, too."
        place={place}
        onChange={({ timeZone, city }) => {
          form.setFieldValue('timeZone', timeZone)
          form.setFieldValue('city', city)
        }}
        error={form.errors.timeZone}
      />
      {editing && form.isDirty('timeZone') && (
        <Note>
          Dates and times stay as they are, now in {zoneName(place.timeZone)}. We’ll email guests with
          upcoming appointments.
        </Note>
      )}
      {isInPast(form.values) && (
        <Note>This date has passed. You can save it for your records, but guests can’t book it.</Note>
      )}
      {moved && (
        <Note>Existing time slots don’t change. Guests won’t see slots outside the new dates or hours.</Note>
      )}
    </FormSection>
  )
}

const timeFields = ['eventDate', 'endDate', 'isMultiDay', 'startTime', 'endTime'] as const

export function AppointmentFields({ form, editing }: FieldsProps) {
  return (
    <FormSection
      title="Appointments"
      hint="How long each appointment lasts, and how many guests can book the same time."
    >
      <ChoiceOrNumber
        label="Slot duration"
        choices={slotDurations.map((minutes) => ({ value: String(minutes), label: `${minutes} min` }))}
        other="Other"
        numberLabel="Minutes per appointment"
        description="5 minutes to 8 hours (480)"
        {...form.getInputProps('slotDuration')}
      />
      <ChoiceOrNumber
        label="Max bookings per slot"
        choices={spotsPerSlot.map((places) => ({ value: String(places), label: String(places) }))}
        other="More"
        numberLabel="Spots per time slot"
        description={`Up to ${eventLimits.spots}`}
        {...form.getInputProps('maxBookingsPerSlot')}
      />
      <Note tone="plain">
        {editing
          ? 'Applies to new time slots, and to free ones by Match slots to event hours.'
          : planSentence(form.values)}
      </Note>
      <PartyFields form={form} />
      <Checkbox
        label="Waitlist"
        description="When a time slot is full, guests can join a waitlist. We offer open spots in order."
        {...form.getInputProps('hasWaitlist', { type: 'checkbox' })}
      />
      {form.values.hasWaitlist && (
        <NativeSelect
          label="Hold an offered spot for"
          data={offerMinutes.map((minutes) => ({ value: String(minutes), label: formatOfferTime(minutes) }))}
          {...form.getInputProps('offerMinutes')}
        />
      )}
    </FormSection>
  )
}

/** Whether guests come together, and the spots they take (decision 051). */
function PartyFields({ form }: FieldsProps) {
  const { maxPartySize, spotPerGuest, maxBookingsPerSlot } = form.values
  const most = Number(maxPartySize)
  return (
    <>
      <NativeSelect
        label="People per booking"
        description="Guests choose how many of them are coming."
        data={partySizes.map((size) => ({
          value: String(size),
          label: size === 1 ? 'Don’t ask' : `Up to ${size}`,
        }))}
        {...form.getInputProps('maxPartySize')}
      />
      {most > 1 && (
        <ChoiceField
          label="A booking takes"
          choices={[
            { value: 'true', label: 'A spot for each person' },
            { value: 'false', label: 'One spot' },
          ]}
          {...form.getInputProps('spotPerGuest')}
        />
      )}
      {spotPerGuest === 'true' && most > Number(maxBookingsPerSlot) && (
        <Note>
          {`New time slots have ${countOf(maxBookingsPerSlot, 'spot')}, so larger parties won’t fit in them.`}
        </Note>
      )}
    </>
  )
}

function planSentence(values: EventFormValues): string {
  const plan = countPlan(values)
  if (!plan) return 'Enter dates and hours to see how many appointments they create.'
  if (plan.slots === 0) return 'These hours are too short for one appointment.'
  const days = plan.days > 1 ? ` over ${plan.days} days` : ''
  return `Creates ${countOf(String(plan.slots), 'time slot')} (${countOf(String(plan.places), 'spot')})${days}.`
}
