import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import type { MyDataPage } from '@trunkshow/contract/visitor-page.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordSecurity } from '../activity/record-activity.ts'
import { getBooking, linkedBooking } from '../bookings/queries.ts'
import { findBrand } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { parseForm } from '../platform/http/errors.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { type ByToken, isUnexpired, readSignedId } from '../platform/http/tokens.ts'
import { inMailTransaction, isOfMailbox, mailboxOf, typeAndAudience } from '../platform/mail/outbox.ts'
import { getEntry, linkedEntry } from '../waitlist/queries.ts'
import { erasePerson, previewErasure } from './erase-person.ts'
import { exportPerson } from './export-person.ts'

const nothing = { company: '', email: '', bookings: 0, upcoming: 0, waits: 0, orders: 0 }
const pageOf = (token: string) => ({ page: 'my-data', token, stage: 'expired', ...nothing }) as const

/** A link proves access to one mailbox, so it acts for that email only. */
const tenantOf = ({ ctx }: FastifyRequest, { companyId }: LinkedGuest) => ({ ...ctx, actor: { companyId } })
const queryOf = ({ email }: LinkedGuest) => ({ emails: [email], exact: true })

async function sendRequestPage(
  request: FastifyRequest<ByToken>,
  reply: FastifyReply,
  from: AskedFrom,
  outcome: Partial<MyDataPage> = {},
  status = 200,
) {
  const { token } = request.params
  const { event, email } = await getAskingGuest(request.ctx, from, token)
  const page = { ...pageOf(token), from, stage: 'ask', company: event.hostName, email } as const
  return sendPage(
    request,
    reply,
    { ...page, ...outcome },
    status,
    await findBrand(request.ctx, event.companyId),
  )
}

async function postAsk(request: FastifyRequest<ByToken>, reply: FastifyReply, from: AskedFrom) {
  try {
    await sendGuestLink(request.ctx, from, request.params.token)
    return sendRequestPage(request, reply, from, { stage: 'sent' })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error
    return sendRequestPage(request, reply, from, { refused: error.body }, error.status)
  }
}

/** Logs what was done with a data link, never for whom. */
const record = (
  { ctx }: FastifyRequest,
  { companyId }: LinkedGuest,
  action: 'dataLinkOpened' | 'dataDownloaded',
) => recordSecurity(ctx, { companyId, action, user: null })

/** Shows what is stored under the link's email and offers to download or delete it. Opening it changes no data. */
async function sendDataPage(
  request: FastifyRequest<ByToken>,
  reply: FastifyReply,
  outcome: Partial<MyDataPage> = {},
  status = 200,
) {
  const { token } = request.params
  const guest = await findGuest(request.ctx, token)
  if (!guest) return sendPage(request, reply, pageOf(token), 410)
  await record(request, guest, 'dataLinkOpened')
  const { company, email } = guest
  const { bookings, upcoming, waits, orders } = await previewErasure(tenantOf(request, guest), queryOf(guest))
  const found = { company, email, bookings, upcoming, waits, orders }
  const page = { ...pageOf(token), stage: 'open', ...found } as const
  const brand = await findBrand(request.ctx, guest.companyId)
  return sendPage(request, reply, { ...page, ...outcome }, status, brand)
}

/** The form's checkbox, which link scanners never check. */
const confirmed = z.object({ confirm: z.literal('yes', privacyMessages.confirmRequired) })

async function postDelete(request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const { token } = request.params
  try {
    parseForm(confirmed, request.body)
    const guest = await findGuest(request.ctx, token)
    if (!guest) return sendPage(request, reply, pageOf(token), 410)
    const tenant = tenantOf(request, guest)
    const { orders } = await previewErasure(tenant, queryOf(guest))
    await erasePerson(tenant, { ...queryOf(guest), keepOrders: true }, { byGuest: true })
    const { company, companyId } = guest
    const page = { ...pageOf(token), stage: 'deleted', company, orders } as const
    return sendPage(request, reply, page, 200, await findBrand(request.ctx, companyId))
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error
    return sendDataPage(request, reply, { refused: error.body }, error.status)
  }
}

export function privacyPages(app: FastifyInstance) {
  for (const from of ['booking', 'waitlist'] as const) {
    const address = paths.requestData(from, ':token')
    app.get<ByToken>(address, async (request, reply) => sendRequestPage(request, reply, from))
    app.post<ByToken>(address, async (request, reply) => postAsk(request, reply, from))
  }
  app.get<ByToken>(paths.myData(':token'), async (request, reply) => sendDataPage(request, reply))
  app.post<ByToken>(paths.myData(':token'), postDelete)
  app.get<ByToken>(paths.downloadMyData(':token'), async (request, reply) => {
    const guest = await findGuest(request.ctx, request.params.token)
    if (!guest) return sendPage(request, reply, pageOf(request.params.token), 410)
    await record(request, guest, 'dataDownloaded')
    const data = await exportPerson(tenantOf(request, guest), queryOf(guest), { forGuest: true })
    return reply
      .header('content-disposition', 'attachment; filename="my-data.json"')
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(data, null, 2))
  })
}

const RESEND_AFTER_MINUTES = 60

/** The guest of a data link: one email within one company. */
export interface LinkedGuest {
  companyId: number
  email: string
  /** The company's name as guests know it. */
  company: string
}

/** What the guest asks from: its link, and those of all emails about it, lead to their data. */
export type AskedFrom = 'booking' | 'waitlist'

/** Returns the guest of a booking's link, or of one who waits. @throws AppError not_found */
async function getAskingGuest(ctx: Context, from: AskedFrom, token: string) {
  if (from === 'waitlist') {
    const { entry, event } = await getEntry(ctx, linkedEntry(ctx, token))
    return { event, email: entry.attendeeEmail, bookingId: null, waitlistEntryId: entry.id }
  }
  const { booking, event } = await getBooking(ctx, linkedBooking(ctx, token))
  return { event, email: booking.attendeeEmail ?? '', bookingId: booking.id, waitlistEntryId: null }
}

/** The bookings and places on waitlists that meet a condition. */
const guests = (which: SQL) => sql`(
  SELECT id AS booking_id, NULL::int AS waitlist_entry_id, event_id, attendee_email AS email FROM bookings WHERE ${which}
  UNION ALL
  SELECT NULL, id, event_id, attendee_email FROM waitlist_entries WHERE ${which}) AS g`
/** The links that were emailed, as `m`, to them. */
const links = sql`email_notifications AS m ON m.email_type = 'guest_data'
  AND (m.booking_id = g.booking_id OR m.waitlist_entry_id = g.waitlist_entry_id)`

/**
 * Emails a link to the guest's data to the address of their booking or their place on a waitlist. Its own link proves
 * nothing about the mailbox, since anyone can book or wait with any email.
 *
 * @throws AppError not_found; too_many if one was sent within the hour
 */
async function sendGuestLink(ctx: Context, from: AskedFrom, token: string): Promise<void> {
  await inMailTransaction(ctx, async (ctx) => {
    const { event, email, bookingId, waitlistEntryId } = await getAskingGuest(ctx, from, token)
    const { companyId } = event
    await ctx.db.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended('data of ' || ${companyId}::int || ' ' || lower(${email}), 0))`,
    )
    const mailbox = mailboxOf(ctx.config, email)
    const theirs = sql`company_id = ${companyId} AND lower(attendee_email) = lower(${email})`
    const { rows } = await ctx.db.execute(sql`
      INSERT INTO email_notifications (company_id, booking_id, waitlist_entry_id, email_type, audience)
      SELECT ${companyId}::int, ${bookingId}::int, ${waitlistEntryId}::int, ${typeAndAudience('guest_data')}
      WHERE NOT EXISTS (
        SELECT FROM ${guests(theirs)} JOIN ${links}
        WHERE m.status NOT IN ('failed', 'skipped')
          AND coalesce(m.recipient_hash, ${mailbox}) = ${mailbox}
          AND m.created_at > now() - ${RESEND_AFTER_MINUTES} * interval '1 minute')
      RETURNING id`)
    if (rows.length === 0) throw new AppError('too_many', privacyMessages.alreadySent)
    await recordSecurity(ctx, { companyId, action: 'dataLinkSent', user: null })
  })
}

interface FoundLink extends LinkedGuest, Record<string, unknown> {
  mailId: number
  /** Of the mailbox that it was sent to, from `mailboxOf`. */
  mailbox: string | null
  isFresh: boolean
}

/**
 * Returns the guest of a link, or null if it has expired, was replaced, or its guest was erased. It acts for the mailbox
 * that it was sent to, and for no other that its booking has now (decision 060).
 *
 * @throws AppError not_found for a link we didn't sign
 */
async function findGuest({ config, db }: Context, token: string): Promise<LinkedGuest | null> {
  const [, publicId] = /^([0-9a-f]{1,16})-[0-9a-f]{32}$/.exec(token) ?? []
  if (!publicId) throw new AppError('not_found', privacyMessages.personNotFound)
  const { rows } = await db.execute<FoundLink>(sql`
    SELECT m.id AS "mailId", m.recipient_hash AS mailbox, m.company_id AS "companyId", g.email,
      coalesce(c.company_name, e.host_name) AS company,
      ${isUnexpired('guest-data', sql`coalesce(m.sent_at, m.created_at)`)} AS "isFresh"
    FROM ${guests(sql`public_id = ${publicId}`)} JOIN ${links}
      JOIN events AS e ON e.id = g.event_id JOIN companies AS c ON c.id = m.company_id
    ORDER BY m.id DESC LIMIT 100`)
  const at = rows.findIndex(({ mailId }) => readSignedId(config, 'guest-data', token, mailId))
  if (at < 0) throw new AppError('not_found', privacyMessages.personNotFound)
  const { companyId, email, company, isFresh, mailbox } = rows[at]!
  return at === 0 && isOfMailbox(config, mailbox, email) && isFresh ? { companyId, email, company } : null
}
