import { activityVerbs } from '@trunkshow/contract/activity/messages.ts'
import type { SecurityAction, SecurityKind, SecurityOutcome } from '@trunkshow/contract/activity/rules.ts'
import type { SecurityEntry } from '@trunkshow/contract/activity/schema.ts'
import { formatTime } from '@trunkshow/contract/dates.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'

export const securityKindLabels: Record<SecurityKind, string> = {
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
  personExported: 'exported a customer’s data',
  'customer.erased': 'erased a customer',
  'booking.erased': 'erased a guest',
  'waitlist.erased': 'erased a guest',
  'guests.erased': 'erased guests of past events',
  feedCreated: 'created a calendar link',
  feedEnded: 'ended a calendar link',
  dataLinkSent: 'asked for a link to their data',
  dataLinkOpened: 'opened a link to their data',
  dataDownloaded: 'downloaded their data',
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
export function sentenceOfSecurity({ actorName, action, outcome, subjectName }: SecurityEntry) {
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

export const outcomeTags = {
  done: null,
  wrong: { label: 'Failed', tone: 'warn' },
  limited: { label: 'Blocked', tone: 'bad' },
} as const satisfies Record<SecurityOutcome, unknown>

/** `12 times, last at 10:42 AM · Network 3fa2c1d0`; empty if neither is known. */
export function detailsOf({ times, lastAt, network }: SecurityEntry, zone: Zone): string {
  const last = formatTime(wallClock(new Date(lastAt), zone).time)
  return [times > 1 && `${times} times, last at ${last}`, network && `Network ${network}`]
    .filter(Boolean)
    .join(' · ')
}
