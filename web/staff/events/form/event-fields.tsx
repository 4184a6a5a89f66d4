import { Button, Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { api } from '@trunkshow/contract/api.ts'
import {
  isUnguessable,
  makeSlug,
  questionLimits,
  randomCharacters,
} from '@trunkshow/contract/events/rules.ts'
import type { EventDetail } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { call } from '../../api/client.ts'
import { FieldsEditor } from '../../templates/form/fields-editor.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import type { EventFormValues } from './event-form-values.ts'

interface FieldsProps {
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
        description="Guests see this address, and booking alerts go here once it’s confirmed. If blank, they go to the account owner."
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
      <Text c="dimmed" className={surfaces.note} aria-live="polite">
        {start}
        {slug ? (
          <Text component="b" c="bright">
            {slug}
          </Text>
        ) : (
          <em>created from the name</em>
        )}
      </Text>
      {isPrivate && (
        <>
          {!isUnguessable(slug) && (
            <Note>
              This link can be guessed, and anyone with the link can book. Make a new link for one that can’t.
            </Note>
          )}
          <div>
            <Button variant="default" onClick={handleNewLink}>
              Make a new link
            </Button>
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

export function StateFields({ form }: FieldsProps) {
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
      <Button variant="default" size="compact-sm" disabled={resend.isPending} onClick={() => resend.mutate()}>
        Resend email
      </Button>
    </Note>
  )
}

/** What guests are asked besides name and email (docs/product.md, Questions). */
export function QuestionsFields({ form }: { form: UseFormReturnType<EventFormValues> }) {
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
