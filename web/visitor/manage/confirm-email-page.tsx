import { paths } from '@trunkshow/contract/paths.ts'
import type { ConfirmEmailPage as ConfirmEmailContent } from '@trunkshow/contract/visitor-page.ts'
import styles from '../shell/message-page.module.css'
import { MessagePage } from '../shell/message-page.tsx'
import ui from '../shell/ui.module.css'

/**
 * Asks before confirming. The plain form post is never sent by email clients, crawlers or link previews (decision
 * 029).
 */
export function ConfirmEmailPage({ page }: { page: ConfirmEmailContent }) {
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
      <form
        className={styles.panel}
        action={paths.confirmEmail(token)}
        method="post"
        encType="multipart/form-data"
      >
        <h1>Confirm your email</h1>
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
