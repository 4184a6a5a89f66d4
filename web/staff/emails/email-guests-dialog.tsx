import { Checkbox, Group, Text, Textarea, TextInput } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  type GuestMessageInput,
  type GuestsOfMessage,
  guestMessageInput,
  type WhichGuests,
} from '@trunkshow/contract/emails/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { useEffect, useId, useState } from 'react'
import { api, call, freshKey } from '../api/client.ts'
import { DaySelect } from '../slots/day-select.tsx'
import { RetryLine } from '../ui/feedback/notice.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { FormDialog, useCallForm } from '../ui/form/form-dialog.tsx'
import { countOf, QuietButton } from '../ui/page/words.tsx'
import styles from './email-dialog.module.css'

const guestsQuery = (eventId: number, which: WhichGuests) =>
  queryOptions({
    queryKey: ['emails', 'guests', eventId, which],
    queryFn: () => call(api.emails.guests, { params: { id: eventId }, query: which }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

interface EmailGuestsDialogProps {
  event: Event
  /** The day that the list shows, `yyyy-MM-dd`. */
  date: string | undefined
  onClose: () => void
}

/** Writes to all guests of an event or of one of its days (docs/product.md, Messages to guests). */
export function EmailGuestsDialog({ event, date, onClose }: EmailGuestsDialogProps) {
  const params = { id: event.id }
  const [which, setWhich] = useState<WhichGuests>({ ...(date && { date }) })
  const [previewed, setPreviewed] = useState<GuestMessageInput>()
  const found = useQuery(guestsQuery(event.id, which))
  const { guests } = found.data ?? {}
  // Sent at most once, however often it is pressed: the key stays as long as the form.
  const [idempotencyKey] = useState(freshKey)
  const { form, dialog } = useCallForm({
    schema: guestMessageInput.pick({ subject: true, text: true }),
    values: { subject: '', text: '' },
    call: (values): Promise<{ guests: number }> =>
      call(api.emails.toGuests, { params, body: { ...values, ...which }, idempotencyKey }),
    done: ({ guests }) => ({
      title: `Email on its way to ${countOf(String(guests), 'guest')}`,
      description: 'You can follow it under Emails.',
    }),
    failed: 'Couldn’t email your guests',
    reloads: ['emails'],
    onClose,
  })
  const test = useReportedCall({
    call: (body: GuestMessageInput) => call(api.emails.test, { params, body }),
    done: ({ toEmail }) => ({ title: 'Test on its way', description: `We’re sending it to ${toEmail}.` }),
    failed: 'Couldn’t send the test',
    keepsForm: true,
  })
  /** Calls it with the message, once nothing is missing. */
  const withMessage = (use: (message: GuestMessageInput) => void) => () => {
    if (!form.validate().hasErrors) use({ ...form.getValues(), ...which })
  }
  return (
    <FormDialog
      title="Email guests"
      {...dialog}
      width={800}
      onSubmit={(values) => guests !== 0 && dialog.onSubmit(values)}
      submitLabel={guests ? `Email ${countOf(String(guests), 'guest')}` : 'Email guests'}
      pendingLabel="Sending..."
      sticky
    >
      <Group gap="8px 24px">
        <DaySelect
          event={event}
          value={which.date}
          allLabel="All days"
          onChange={(date) => setWhich(({ includesPast }) => ({ includesPast, ...(date && { date }) }))}
        />
        <Checkbox
          label="Include guests whose appointment is over"
          checked={which.includesPast ?? false}
          onChange={({ currentTarget: { checked } }) =>
            setWhich(({ date }) => ({ ...(date && { date }), ...(checked && { includesPast: true }) }))
          }
        />
      </Group>
      {found.data && <Reach {...found.data} />}
      {found.isError && <RetryLine list={found}>We couldn’t count your guests.</RetryLine>}
      <TextInput label="Subject" required data-autofocus {...form.getInputProps('subject')} />
      <Textarea
        label="Message"
        required
        autosize
        minRows={6}
        maxRows={16}
        description="Plain text. We add a greeting, their appointment and a link to change it. Replies go to the event’s contact email."
        {...form.getInputProps('text')}
      />
      <Group>
        <QuietButton disabled={guests === 0} onClick={withMessage(setPreviewed)}>
          {previewed ? 'Update preview' : 'Preview'}
        </QuietButton>
        <QuietButton
          disabled={test.isPending || guests === 0}
          onClick={withMessage((message) => test.mutate(message))}
        >
          Send a test to me
        </QuietButton>
      </Group>
      {previewed && <Preview eventId={event.id} message={previewed} />}
    </FormDialog>
  )
}

/** Whom it goes to, who is left out, and what waits. */
function Reach({ guests, withoutEmail, sendsNow, waitsFor }: GuestsOfMessage) {
  const sentences = [
    guests > 0
      ? `Goes to ${countOf(String(guests), 'guest')}, one email for each address.`
      : 'No guest gets this message. Choose another day.',
    withoutEmail > 0 && `${countOf(String(withoutEmail), 'booking')} without an email.`,
    sendsNow < guests &&
      (waitsFor === 'budget'
        ? `Your company can send ${sendsNow} now. The rest goes out within a day, as soon as it can.`
        : `We’ll send ${sendsNow} now, and the rest once the account’s email is confirmed.`),
  ]
  return (
    <Text role="status" c={sendsNow < guests ? 'warn' : 'dimmed'}>
      {sentences.filter(Boolean).join(' ')}
    </Text>
  )
}

/** The email as its next guest would get it. A form posts it to its frame, whose document has a policy of its own. */
function Preview({ eventId, message }: { eventId: number; message: GuestMessageInput }) {
  const name = useId()
  useEffect(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: paths.messagePreview(eventId), target: name })
    for (const [field, value] of Object.entries(message)) {
      const input = document.createElement('input')
      Object.assign(input, { type: 'hidden', name: field, value: String(value) })
      form.append(input)
    }
    document.body.append(form)
    form.submit()
    form.remove()
  }, [eventId, message, name])
  return <iframe className={styles.content} title="Preview of the email" name={name} sandbox="" />
}
