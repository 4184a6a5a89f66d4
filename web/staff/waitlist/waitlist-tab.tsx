import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { peopleOf, spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { formatShortDate, formatTime, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { waitlistMessages } from '@trunkshow/contract/waitlist/messages.ts'
import { formatOfferTime, type OfferState } from '@trunkshow/contract/waitlist/rules.ts'
import type { WaitlistEntry } from '@trunkshow/contract/waitlist/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ReactNode, useState } from 'react'
import { api, call } from '../api/client.ts'
import { EmailDialog } from '../emails/email-dialog.tsx'
import { tagOf } from '../emails/email-words.ts'
import { waitlistEmailsQuery } from '../emails/queries.ts'
import { EraseDialog } from '../privacy/erase-dialog.tsx'
import { useMayDo, useMayDoOnEvent } from '../session/session-query.ts'
import { slotsQuery } from '../slots/queries.ts'
import { ConfirmCall, Dialog } from '../ui/dialog/dialog.tsx'
import { Notice, NotLoaded } from '../ui/feedback/notice.tsx'
import { RowButton } from '../ui/feedback/reason-button.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { MailLink } from '../ui/page/page-header.tsx'
import { Section } from '../ui/page/section.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { PersonLink, QuietText, Soft, Tag } from '../ui/page/words.tsx'
import { opensPeople } from '../ui/table/row-link.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import styles from './waitlist-tab.module.css'

const stateTags = {
  open: { label: 'Open', tone: 'warn' },
  accepted: { label: 'Booked', tone: 'good' },
  declined: { label: 'Declined', tone: 'plain' },
  expired: { label: 'Expired', tone: 'plain' },
  unsent: { label: 'Email not sent', tone: 'plain' },
  undelivered: { label: 'Email didn’t arrive', tone: 'plain' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
} as const satisfies Record<OfferState, object>

/** Who waits for an event, and its offers; they change by themselves as offers expire. */
const waitlistQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['waitlist', String(eventId)],
    queryFn: () => call(api.waitlist.list, { params: { id: eventId } }),
    staleTime: 0,
    refetchInterval: 15_000,
  })

/** The Waitlist tab of the bookings page: who waits for what, and what became of each offer. */
export function WaitlistTab({ event }: { event: Event }) {
  const list = useQuery(waitlistQuery(event.id))
  const mayManage = useMayDoOnEvent(event, 'bookings.manage')
  const emails = useQuery(waitlistEmailsQuery(event.id))
  const mayErase = useMayDo('orders.delete') && !event.coHosted
  const [dialog, setDialog] = useState<ReactNode>()
  const close = () => setDialog(null)
  const moveToTop = useReportedCall({
    call: (id: number) => call(api.waitlist.moveToTop, { params: { id } }),
    done: 'Moved to the top',
    failedTo: 'move guest',
    reloads: waitlistQuery(event.id).queryKey,
  })
  if (!list.data) return <NotLoaded query={list} noun="the waitlist" failed={waitlistMessages.loadFailed} />
  const { entries, offers, total, hasWaitlist } = list.data
  return (
    <>
      {!hasWaitlist && (
        <QuietText mb="md">The waitlist is off: no one can join, and spots aren’t offered in turn.</QuietText>
      )}
      {entries.length === 0 ? (
        <Notice title="No one is waiting.">
          Guests can join when a time slot is full. We offer open spots in order.
        </Notice>
      ) : (
        <ol className={`${surfaces.lines} ${styles.list}`} aria-label="Waitlist" {...opensPeople}>
          {entries.map((entry, index) => {
            const email = emails.data?.get(entry.id)
            const about = { event, entry, onClose: close }
            return (
              <Row
                key={entry.id}
                name={
                  <PersonLink waitlistEntryId={event.coHosted ? undefined : entry.id}>
                    {entry.attendeeName}
                  </PersonLink>
                }
                of={<MailLink email={entry.attendeeEmail} />}
                what={targetOf(entry) + (entry.partySize > 1 ? `, ${peopleOf(entry.partySize)}` : '')}
                when={
                  entry.offer
                    ? `${slotOf(entry.offer)}, until ${clockOf(entry.offer.expiresAt, event)}`
                    : `Since ${clockOf(entry.createdAt, event)}`
                }
                tag={
                  email && tagOf(email).tone === 'bad'
                    ? { label: 'Email failed', tone: 'bad' }
                    : entry.offer
                      ? { label: 'Offered', tone: 'warn' }
                      : { label: 'Waiting', tone: 'plain' }
                }
              >
                <Group gap={0} mx="-xs" className={styles.actions}>
                  {mayManage && !entry.offer && (
                    <RowButton
                      label="Offer a time"
                      of={`to ${entry.attendeeName}`}
                      onClick={() => setDialog(<OfferDialog {...about} />)}
                    />
                  )}
                  <RowMenu
                    name={entry.attendeeName}
                    tasks={[
                      email !== undefined && {
                        label: `Email: ${tagOf(email).label}`,
                        onRun: () =>
                          setDialog(<EmailDialog id={email.id} mayResend={mayManage} onClose={close} />),
                      },
                      mayManage &&
                        !entry.offer &&
                        index > 0 && {
                          label: 'Move to top',
                          onRun: () => moveToTop.isPending || moveToTop.mutate(entry.id),
                        },
                      mayManage && {
                        label: 'Remove',
                        danger: true,
                        onRun: () => setDialog(<RemoveDialog {...about} />),
                      },
                      mayManage &&
                        mayErase && {
                          label: 'Erase',
                          danger: true,
                          onRun: () =>
                            setDialog(
                              <EraseDialog
                                person={{ waitlistEntryId: entry.id }}
                                name={entry.attendeeName}
                                onClose={close}
                              />,
                            ),
                        },
                    ]}
                  />
                </Group>
              </Row>
            )
          })}
        </ol>
      )}
      {total > entries.length && (
        <QuietText mb="md">{`Showing the first ${entries.length} of ${total}.`}</QuietText>
      )}
      {offers.length > 0 && (
        <Section title="Offers" style={{ marginTop: 'var(--g6)' }}>
          <ul className={`${surfaces.lines} ${styles.list}`} aria-label="Offers">
            {offers.map((offer) => (
              <Row
                key={offer.id}
                name={offer.attendeeName}
                of={
                  <Soft>
                    {clockOf(offer.createdAt, event) + (offer.offeredBy ? `, by ${offer.offeredBy}` : '')}
                  </Soft>
                }
                what={slotOf(offer) + (offer.spots > 1 ? `, ${offer.spots} spots` : '')}
                when={
                  offer.endedAt
                    ? `${stateTags[offer.state].label} ${clockOf(offer.endedAt, event)}`
                    : `Until ${clockOf(offer.expiresAt, event)}`
                }
                tag={stateTags[offer.state]}
              />
            ))}
          </ul>
        </Section>
      )}
      {dialog}
    </>
  )
}

interface EntryDialogProps {
  event: Event
  entry: WaitlistEntry
  onClose: () => void
}

function RemoveDialog({ event, entry, onClose }: EntryDialogProps) {
  return (
    <ConfirmCall
      title="Remove from the waitlist?"
      confirmLabel="Remove"
      keepLabel="Keep"
      call={() => call(api.waitlist.remove, { params: { id: entry.id } })}
      done="Removed from the waitlist"
      failedTo="remove guest"
      reloads={waitlistQuery(event.id).queryKey}
      onClose={onClose}
    >
      <strong>{entry.attendeeName}</strong> won’t be offered a spot.{' '}
      {entry.offer && 'Their offer goes to the next guest. '}We won’t email them.
    </ConfirmCall>
  )
}

interface RowProps {
  /** The guest. */
  name: ReactNode
  of: ReactNode
  what: string
  when: string
  tag: { label: string; tone: 'good' | 'warn' | 'plain' | 'bad' }
  /** The buttons. */
  children?: ReactNode
}

function Row({ name, of, what, when, tag, children }: RowProps) {
  return (
    <Group component="li" gap="4px 16px" className={styles.row}>
      <Stack gap={4} flex="1 1 220px" miw={0}>
        <strong>{name}</strong>
        {of}
      </Stack>
      <Stack gap={4} flex="1 1 220px" miw={0}>
        <span>{what}</span>
        <Soft>{when}</Soft>
      </Stack>
      <Tag tone={tag.tone}>{tag.label}</Tag>
      {children}
    </Group>
  )
}

const slotOf = (slot: { slotDate: string; startTime: string; endTime: string }) =>
  `${formatShortDate(slot.slotDate)}, ${formatTimeRange(slot.startTime, slot.endTime)}`

function targetOf({ slot, slotDate }: WaitlistEntry) {
  if (slot) return slotOf(slot)
  return slotDate ? `${formatShortDate(slotDate)}, any time` : 'Any time'
}

/** An instant by the venue's clock. */
function clockOf(at: string, { zone }: Event) {
  const { date, time } = wallClock(new Date(at), zone)
  return `${formatShortDate(date)}, ${formatTime(time)}`
}

/** Offers an open time slot to a guest out of turn. */
function OfferDialog({ event, entry, onClose }: EntryDialogProps) {
  const slots = useQuery(slotsQuery(String(event.id)))
  const offer = useReportedCall({
    call: (timeSlotId: number) =>
      call(api.waitlist.offer, { params: { id: entry.id }, body: { timeSlotId } }),
    done: 'Spot offered',
    failedTo: 'offer spot',
    reloads: waitlistQuery(event.id).queryKey,
  })
  const spots = spotsOf(event, entry.partySize)
  const open = slots.data?.filter((slot) => slot.isAvailable && slot.availableSpots >= spots) ?? []
  const [chosen, setChosen] = useState('')
  const timeSlotId = Number(chosen || open[0]?.id)
  return (
    <Dialog title={`Offer a time to ${entry.attendeeName}`} onClose={onClose}>
      {slots.data && open.length === 0 ? (
        <p>
          {spots === 1 ? 'No time slot has an open spot.' : `No time slot has ${spots} open spots.`} Add spots
          under Availability, or wait until one opens up.
        </p>
      ) : (
        <>
          <p>
            We’ll email the offer and keep {spots === 1 ? 'the spot' : `${spots} spots`} for{' '}
            {formatOfferTime(event.offerMinutes)}.
          </p>
          <NativeSelect
            label="Time slot"
            value={String(timeSlotId)}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={open.map((slot) => ({ value: String(slot.id), label: slotOf(slot) }))}
          />
          <Button
            mt="md"
            disabled={offer.isPending || !timeSlotId}
            onClick={() => offer.mutate(timeSlotId, { onSuccess: onClose })}
          >
            {offer.isPending ? 'Offering...' : 'Offer'}
          </Button>
        </>
      )}
    </Dialog>
  )
}
