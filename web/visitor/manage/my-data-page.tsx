import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import { DATA_LINK_HOURS } from '@trunkshow/contract/privacy/rules.ts'
import type { MyDataPage as MyDataPageContent } from '@trunkshow/contract/visitor-page.ts'
import styles from '../shell/form.module.css'
import { post, Refused } from '../shell/form.tsx'
import { MessagePage } from '../shell/message-page.tsx'
import ui from '../shell/ui.module.css'

/** A guest's access to their data, step by step. Each step is a plain post or a link, so it works without scripts. */
export function MyDataPage({ page }: { page: MyDataPageContent }) {
  switch (page.stage) {
    case 'ask':
      return <Ask page={page} />
    case 'open':
      return <Open page={page} />
    case 'sent':
      return (
        <MessagePage
          title="Check your email"
          text={`We sent a link to ${page.email}. It expires in ${DATA_LINK_HOURS} hours. If you don’t see it, check your spam folder.`}
          action={backOf(page)}
        />
      )
    case 'deleted':
      return (
        <MessagePage
          title="Your data was deleted"
          text={`${page.company} no longer has your name or email on a booking or a waitlist.${
            page.orders > 0 ? ' It keeps your orders for its records.' : ''
          }`}
          action={{ label: 'Return to Home', href: paths.home() }}
        />
      )
    case 'expired':
      return (
        <MessagePage
          title="This link has expired"
          text="Open your appointment or your waitlist page from its email and ask for a new link."
          action={{ label: 'Return to Home', href: paths.home() }}
        />
      )
  }
}

/** Leads back to the page that the guest asked from. */
const backOf = ({ from, token }: MyDataPageContent) =>
  from === 'waitlist'
    ? { label: 'Back to the waitlist', href: paths.waitlist(token) }
    : { label: 'Back to your appointment', href: paths.booking(token) }

function Ask({ page }: { page: MyDataPageContent }) {
  const { token, from = 'booking', company, email } = page
  const back = backOf(page)
  return (
    <div className={ui.narrow}>
      <form className={styles.card} action={paths.requestData(from, token)} {...post}>
        <h1>Your data</h1>
        <p>
          We’ll email a link to {email}. Use it to download or delete what {company} keeps about you. It
          expires in {DATA_LINK_HOURS} hours.
        </p>
        {page.refused && <Refused message={page.refused.message} />}
        <div className={ui.actions}>
          <button type="submit" className={ui.primary}>
            Email me a link
          </button>
          <a className={ui.secondary} href={back.href}>
            {back.label}
          </a>
        </div>
      </form>
    </div>
  )
}

const list = new Intl.ListFormat('en-US')
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function Open({ page }: { page: MyDataPageContent }) {
  const { token, company, email, bookings, upcoming, waits, orders } = page
  const found = [
    (bookings > 0 || waits + orders === 0) && counted(bookings, 'booking'),
    waits > 0 && (waits === 1 ? '1 waitlist entry' : `${waits} waitlist entries`),
    orders > 0 && counted(orders, 'order'),
  ].filter((part) => part !== false)
  return (
    <div className={ui.narrow}>
      <section className={styles.card}>
        <h1>Your data</h1>
        <p>
          {company} has {list.format(found)} under {email}.
        </p>
        <div className={ui.actions}>
          <a className={ui.secondary} href={paths.downloadMyData(token)} rel="nofollow" download>
            Download my data
          </a>
        </div>
      </section>
      <form className={styles.card} action={paths.myData(token)} {...post}>
        <h2>Delete my data</h2>
        <p>
          Deletes your name and email from all your bookings and waitlists with {company}, and the emails
          about them.
        </p>
        {upcoming > 0 && (
          <p>
            Your {upcoming === 1 ? 'upcoming appointment is' : `${upcoming} upcoming appointments are`}{' '}
            canceled.
          </p>
        )}
        {waits > 0 && <p>You leave the waitlists, and an open offer goes to the next guest.</p>}
        {orders > 0 && (
          <p>
            {company} keeps your orders, with your name and address, for its records. To delete those too,
            contact {company}.
          </p>
        )}
        <p>You can’t undo this.</p>
        {page.refused && <Refused message={page.refused.message} />}
        <label className={styles.confirm}>
          <input type="checkbox" name="confirm" value="yes" required />
          Yes, delete my data
        </label>
        <div className={ui.actions}>
          <button type="submit" className={ui.danger}>
            Delete my data
          </button>
        </div>
      </form>
    </div>
  )
}
