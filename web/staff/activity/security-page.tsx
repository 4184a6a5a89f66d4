import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { activityVerbs } from '@trunkshow/contract/activity/messages.ts'
import {
  SECURITY_LOG_DAYS,
  type SecurityAction,
  type SecurityKind,
  type SecurityOutcome,
  securityKindOf,
} from '@trunkshow/contract/activity/rules.ts'
import type { SecurityEntry } from '@trunkshow/contract/activity/schema.ts'
import { securityScreen } from '@trunkshow/contract/activity/screens.ts'
import { formatTime } from '@trunkshow/contract/dates.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'
import { api, callPage } from '../api/client.ts'
import { useCompanyZone } from '../session/session-query.ts'
import { LogPage } from '../shell/log-page.tsx'
import { choicesOf } from '../ui/form/choose.tsx'
import { ListFilter } from '../ui/list/list-screen.tsx'
import { QuietText, Tag } from '../ui/page/words.tsx'
import styles from './activity-list.module.css'
import { LogDays, PersonFilter } from './log-days.tsx'

const route = getRouteApi('/signed-in/settings/security')

/** /settings/security: who logged in, and what changed who may see what, for admins. */
export function SecurityPage() {
  const filter = securityScreen.search.parse(route.useSearch())
  return (
    <LogPage
      title="Security log"
      subtitle={`Logins, passwords, access, and exports from the last ${SECURITY_LOG_DAYS} days. The same network code means the same internet connection.`}
      right="company.manage"
      refusal="Only admins can see the security log"
      queryKey={['security']}
      filter={filter}
      load={(query) => callPage(api.activity.security, { query })}
      noun="entries"
      failed="Couldn’t load the security log"
      filters={(changeFilter) => (
        <>
          <PersonFilter userId={filter.userId} onFilter={changeFilter} />
          <ListFilter
            label="Type"
            value={filter.kind}
            choices={choicesOf({ '': 'Everything', ...securityKindLabels })}
            onChoose={(kind) => changeFilter({ kind })}
          />
        </>
      )}
      empty={{
        title: 'Nothing yet',
        children: 'Logins and changes to your team’s access show up here.',
      }}
    >
      {(entries, outdated) => (
        <LogDays entries={entries} outdated={outdated}>
          {(entry) => (
            <>
              <EntryText entry={entry} />
              <EntryTag entry={entry} />
            </>
          )}
        </LogDays>
      )}
    </LogPage>
  )
}

function EntryText({ entry }: { entry: SecurityEntry }) {
  const details = detailsOf(entry, useCompanyZone())
  const { before, who, after, subject } = sentenceOfSecurity(entry)
  return (
    <div className={styles.text}>
      <Text>
        {before} <strong>{who}</strong> {after} {subject && <strong>{subject}</strong>}
      </Text>
      {details && <QuietText>{details}</QuietText>}
    </div>
  )
}

function EntryTag({ entry: { action, outcome } }: { entry: SecurityEntry }) {
  const { label, tone } = outcomeTags[outcome] ?? { label: securityKindLabels[securityKindOf(action)!] }
  return (
    <span>
      <Tag tone={tone}>{label}</Tag>
    </span>
  )
}

const securityKindLabels: Record<SecurityKind, string> = {
  login: 'Logins',
  account: 'Passwords and emails',
  access: 'Users and access',
  export: 'Exports',
  erasure: 'Erased data',
  feed: 'Calendar links',
  dataLink: 'Guests’ data links',
}

/** What was done, after the name of the one who did it. */
const verbs: Record<SecurityAction, string> = {
  ...activityVerbs,
  registered: 'created the account',
  loggedIn: 'logged in',
  loggedOut: 'logged out',
  sessionEnded: 'logged out one of their other browsers',
  sessionsEnded: 'logged out all their other browsers',
  passwordChanged: 'changed their password',
  passwordReset: 'reset their password with an emailed link',
  emailRequested: 'asked to change their email',
  emailChanged: 'changed their email',
  listExported: 'exported',
  personExported: 'exported a person’s data',
  'customer.erased': 'erased a customer',
  'booking.erased': 'erased a guest',
  'waitlist.erased': 'erased a guest',
  'guests.erased': 'erased guests of past events',
  feedCreated: 'created a calendar link',
  feedEnded: 'ended a calendar link',
  dataLinkSent: 'asked for a link to their data',
  dataLinkOpened: 'opened a link to their data',
  dataDownloaded: 'downloaded their data',
  'stripe.connected': 'connected Stripe',
  'stripe.disconnected': 'disconnected Stripe',
  'store.connected': 'connected the store',
  'store.disconnected': 'disconnected the store',
}

/** What a password was asked for. */
const attempts: Partial<Record<SecurityAction, string>> = {
  loggedIn: 'while logging in',
  passwordChanged: 'while changing the password',
  emailRequested: 'while changing the email',
  sessionEnded: 'while logging out another browser',
  sessionsEnded: 'while logging out other browsers',
}

/** An entry as a sentence: text, and in bold whose account it is and what it was done with. */
function sentenceOfSecurity({ actorName, action, outcome, subjectName }: SecurityEntry) {
  const who = actorName ?? 'A guest'
  if (outcome !== 'done') {
    const before = outcome === 'wrong' ? 'Wrong password for' : 'Too many tries for'
    return { before, who, after: attempts[action] ?? '', subject: '' }
  }
  const byGuest = actorName === null && action.endsWith('.erased')
  // Who accepted an invitation is its subject, too.
  const subject = action === 'user.joined' ? '' : subjectName
  return { before: '', who, after: byGuest ? 'erased their own data' : verbs[action], subject }
}

const outcomeTags = {
  done: null,
  wrong: { label: 'Failed', tone: 'warn' },
  limited: { label: 'Blocked', tone: 'bad' },
} as const satisfies Record<SecurityOutcome, unknown>

/** `12 times, last at 10:42 AM · Network 3fa2c1d0`; empty if neither is known. */
function detailsOf({ times, lastAt, network }: SecurityEntry, zone: Zone): string {
  const last = formatTime(wallClock(new Date(lastAt), zone).time)
  return [times > 1 && `${times} times, last at ${last}`, network && `Network ${network}`]
    .filter(Boolean)
    .join(' · ')
}
