import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { emailsScreen, type whichEmails } from '@trunkshow/contract/emails/screens.ts'
import type { z } from 'zod'
import { api, call, callPage, pagedQuery } from '../api/client.ts'
import { ensureVersion } from '../api/query-client.ts'
import { mailStateQuery } from '../session/session-query.ts'

/** The list's filters; those of its page are kept in its URL. */
export type EmailFilter = z.output<typeof whichEmails>

/** The company's emails, or those about one booking or customer: paged, latest first. */
export function emailsQuery(filter: EmailFilter) {
  const fetchPage = async (cursor: string | undefined, client: QueryClient) => {
    await ensureVersion(client, mailStateQuery())
    return callPage(api.emails.list, { query: { ...emailsScreen.rows(filter), cursor } })
  }
  return pagedQuery(['emails', 'list', filter], fetchPage, { staleTime: 0 })
}

/** How many emails to those on a waitlist are read: a list shows as many guests. */
const WAITLIST_EMAILS = 500

/** The latest email to each guest on an event's waitlist, by the id of their entry. */
export function waitlistEmailsQuery(eventId: number) {
  return queryOptions({
    queryKey: ['emails', 'waitlist', eventId],
    queryFn: () => call(api.emails.list, { query: { waitlistOf: eventId, limit: WAITLIST_EMAILS } }),
    select: (emails) => new Map(emails.toReversed().map((email) => [email.waitlistEntryId, email])),
    staleTime: 0,
    refetchInterval: 15_000,
  })
}

export function emailQuery(id: number) {
  return queryOptions({
    queryKey: ['emails', 'one', id],
    queryFn: () => call(api.emails.get, { params: { id } }),
    staleTime: 0,
  })
}
