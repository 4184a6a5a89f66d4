import { paths } from '@trunkshow/contract/paths.ts'
import type {
  BookingAlertsPage as BookingAlerts,
  ConfirmEmailPage as ConfirmEmail,
} from '@trunkshow/contract/visitor-page.ts'
import { post } from '../shell/form.tsx'
import styles from '../shell/message-page.module.css'
import { MessagePage } from '../shell/message-page.tsx'
import ui from '../shell/ui.module.css'

/** Asks before confirming, by a plain form post, since mail scanners open links (decision 029). */
export function ConfirmEmailPage({ page }: { page: ConfirmEmail }) {
  const { token, email, username, host, confirmed } = page
  if (confirmed) {
    return (
      <MessagePage
        title="Email confirmed"
        text={username ? `${email} is now the email of your account.` : `Booking alerts now go to ${email}.`}
        action={
          username
            ? { label: 'Go to your events', href: paths.events() }
            : { label: 'Go to Trunkshow', href: paths.home() }
        }
      />
    )
  }
  return (
    <div className={ui.narrow}>
      <form className={styles.panel} action={paths.confirmEmail(token)} {...post}>
        <h1 className={ui.title}>Confirm your email</h1>
        <p>
          {username ? (
            <>
              Is <strong>{email}</strong> your email, and <strong>{username}</strong> your Trunkshow username?
            </>
          ) : (
            <>
              <strong>{host}</strong> wants to send booking alerts to <strong>{email}</strong>.
            </>
          )}
        </p>
        <button type="submit" className={ui.primary}>
          Confirm email
        </button>
        <p>Not you? Close this page, and nothing changes.</p>
      </form>
    </div>
  )
}

const wordsFor = (company: string | null) => {
  const withCompany = company ? ` with ${company}` : ''
  return {
    notices: {
      name: 'booking alerts',
      on: `We email you when guests${company ? ` of ${company}` : ''} book, change, or cancel.`,
      off: `We no longer email you about bookings${withCompany}.`,
    },
    thanks: {
      name: 'thank-you emails',
      on: `We email you the day after an appointment${withCompany}. You’ll still get confirmations and reminders.`,
      off: `We no longer email you after an appointment${withCompany}. You’ll still get confirmations and reminders.`,
    },
  }
}

/** Asks before emails are turned off, by a plain form post, since mail scanners open every link; also turns them on again. */
export function BookingAlertsPage({ page: { kind, company, off } }: { page: BookingAlerts }) {
  const { name, ...sentences } = wordsFor(company)[kind]
  return (
    <div className={ui.narrow}>
      <form className={styles.panel} {...post}>
        <h1 className={ui.title}>
          {off ? `${name[0]!.toUpperCase()}${name.slice(1)} are off` : `Turn off ${name}?`}
        </h1>
        <p>{off ? sentences.off : sentences.on}</p>
        <input type="hidden" name="turn" value={off ? 'on' : 'off'} />
        <button type="submit" className={off ? ui.secondary : ui.primary}>
          {off ? 'Turn them on again' : `Turn off ${name}`}
        </button>
      </form>
    </div>
  )
}
