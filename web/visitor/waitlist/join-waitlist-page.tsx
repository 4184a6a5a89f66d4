import type { JoinWaitlistPage as JoinWaitlistPageContent } from '@trunkshow/contract/visitor-page.ts'
import styles from '../shell/form.module.css'
import { BotFields, FieldFrame, PersonFields, post, Refused } from '../shell/form.tsx'
import { useLinks } from '../shell/links.tsx'
import ui from '../shell/ui.module.css'
import { partySizes } from '../slots/slot-picker.tsx'
import { promiseTo } from './waitlist-page.tsx'

/** The form to wait for what is full: a plain post, so it works without scripts and in frames. */
export function JoinWaitlistPage({ page }: { page: JoinWaitlistPageContent }) {
  const { event, targets, joined, refused, typed } = page
  const { fields = {} } = refused ?? {}
  const links = useLinks()
  const atField = Object.keys(fields).some((name) => name !== 'waitsFor')
  const back = (
    <a className={ui.secondary} href={links.event(event.urlSlug)}>
      Back to all times
    </a>
  )
  return (
    <div className={ui.narrow}>
      {joined ? (
        <section className={styles.card} role="status">
          <h1>You’re on the waitlist</h1>
          <p>
            {event.name}, hosted by {event.hostName}
          </p>
          {joined.target && <p>Waiting for: {joined.target}</p>}
          <p>{promiseTo(joined.email, event)}</p>
          <p>You can leave the waitlist at any time with the link in our email.</p>
          <div className={ui.actions}>{back}</div>
        </section>
      ) : targets.length === 0 ? (
        <section className={styles.card}>
          <h1>Join the waitlist</h1>
          <p>There’s no waitlist for {event.name} right now.</p>
          {refused && <p className={styles.refused}>{refused.message}</p>}
          <div className={ui.actions}>{back}</div>
        </section>
      ) : (
        <form className={styles.card} action={links.waitlist(event.urlSlug)} {...post} noValidate>
          <h1>Join the waitlist</h1>
          <p>
            {event.name}, hosted by {event.hostName}. {promiseTo('you', event)}
          </p>
          {refused && !atField && <Refused message={refused.message} />}
          <BotFields page={page} />
          <FieldFrame label="Waiting For">
            {(described) => (
              <select name="waitsFor" required defaultValue={page.waitsFor} {...described}>
                {targets.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
          {event.maxPartySize > 1 && (
            <FieldFrame label="Party size" error={fields.partySize}>
              {(described) => (
                <select name="partySize" defaultValue={typed?.partySize} {...described}>
                  {partySizes(event.maxPartySize)}
                </select>
              )}
            </FieldFrame>
          )}
          <PersonFields typed={typed} errors={fields} />
          <button type="submit" className={ui.confirm}>
            Join Waitlist
          </button>
          <div className={ui.actions}>{back}</div>
        </form>
      )}
    </div>
  )
}
