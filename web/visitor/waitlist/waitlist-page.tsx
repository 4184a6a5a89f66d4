import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { WaitlistPage as WaitlistPageContent } from '@trunkshow/contract/visitor-page.ts'
import { formatOfferTime, type WaitStatus } from '@trunkshow/contract/waitlist/rules.ts'
import { fieldNames, questions } from '../event/attendee.ts'
import styles from '../shell/form.module.css'
import { post, Refused } from '../shell/form.tsx'
import { ClockIcon, Fact, PersonIcon } from '../shell/icons.tsx'
import { DataLink } from '../shell/links.tsx'
import { HostMark } from '../shell/pictures.tsx'
import ui from '../shell/ui.module.css'
import { AppointmentTime } from '../slots/appointment-time.tsx'

const again = 'You can join again, at the end of the list.'
const words: Record<WaitStatus, { title: string; text?: string }> = {
  waiting: { title: 'You’re on the waitlist' },
  offered: { title: 'A spot opened up' },
  booked: { title: 'Your appointment is booked' },
  removed: {
    title: 'You’re no longer on the waitlist',
    text: 'The host took you off the list. Contact them if you still want to come.',
  },
  declined: { title: 'You passed on this spot', text: `We offered it to the next guest. ${again}` },
  expired: { title: 'This offer has expired', text: `We offered the spot to the next guest. ${again}` },
  left: { title: 'You left the waitlist', text: `We won’t email you about this waitlist again. ${again}` },
}

/** What one who waits can expect. @param offerMinutes the event's */
export const promiseTo = (email: string, { offerMinutes }: { offerMinutes: number }) =>
  `If a spot opens up, we’ll email ${email}. You’ll have ${formatOfferTime(offerMinutes)} to accept it.`

/** The page of one who waits. Opening it changes nothing; each choice is a plain post, so it works without scripts. */
export function WaitlistPage({ page }: { page: WaitlistPageContent }) {
  const { status, event, refused } = page
  const hasFieldError = fieldNames(event).some((name) => refused?.fields?.[name])
  return (
    <div className={ui.narrow}>
      <form className={styles.invitation} action={paths.waitlist(page.token)} {...post} noValidate>
        <Status page={page} />
        {refused && (!hasFieldError || refused.code === 'changed') && <Refused message={refused.message} />}
        {page.offer && <Offer page={page} />}
        {status === 'waiting' && (
          <div className={ui.actions}>
            <a className={ui.secondary} href={paths.event(event.urlSlug)}>
              See all times
            </a>
            <button type="submit" name="do" value="leave" className={ui.danger}>
              Leave Waitlist
            </button>
          </div>
        )}
        {(status === 'declined' || status === 'expired' || status === 'left') && (
          <div className={ui.actions}>
            <button type="submit" name="do" value="again" className={ui.primary}>
              Join Again
            </button>
            <a className={ui.secondary} href={paths.event(event.urlSlug)}>
              See all times
            </a>
          </div>
        )}
        {page.booking && (
          <div className={ui.actions}>
            <a className={ui.primary} href={paths.booking(page.booking)}>
              See your appointment
            </a>
          </div>
        )}
      </form>
      <DataLink from="waitlist" token={page.token} />
    </div>
  )
}

/** What has become of the guest's wait. */
function Status({ page }: { page: WaitlistPageContent }) {
  const { status, event, target, partySize } = page
  return (
    <>
      <HostMark event={event} className={ui.mark} />
      <p className={ui.capitals}>{event.name}</p>
      <h1>{words[status].title}</h1>
      <p>Hosted by {event.hostName}</p>
      {page.withdrawn && <p>The host closed the time we offered you. You’re still on the waitlist.</p>}
      {status === 'waiting' && (
        <>
          <ul className={ui.when}>
            <Fact Icon={ClockIcon}>Waiting for: {target}</Fact>
            {partySize > 1 && <Fact Icon={PersonIcon}>{peopleOf(partySize)}</Fact>}
          </ul>
          <p>{promiseTo(page.attendeeEmail, event)}</p>
        </>
      )}
      {status === 'booked' && <p>We sent the confirmation to {page.attendeeEmail}.</p>}
      {words[status].text && <p>{words[status].text}</p>}
    </>
  )
}

/** The offer with what the event asks, to accept it or pass it on. */
function Offer({ page }: { page: WaitlistPageContent }) {
  const { offer, event, refused, typed } = page
  const Questions = questions()?.QuestionFields
  if (!offer) return null
  return (
    <>
      <p className={ui.picked}>
        <AppointmentTime slot={offer} event={event} />
      </p>
      <p>
        It’s yours until <strong>{offer.until}</strong>. After that, we’ll offer it to the next guest.
      </p>
      {event.questionsVersion > 0 && Questions && (
        <Questions asked={event} typed={typed} errors={refused?.fields ?? {}} />
      )}
      <button type="submit" name="do" value="accept" className={ui.confirm}>
        Book This Appointment
      </button>
      <div className={ui.actions}>
        <button type="submit" name="do" value="leave" className={ui.secondary}>
          No, Thanks
        </button>
      </div>
    </>
  )
}
