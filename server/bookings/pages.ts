import { bookingMessages, guestBookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { bookingCan } from '@trunkshow/contract/bookings/rules.ts'
import { rescheduleInput } from '@trunkshow/contract/bookings/schema.ts'
import { id } from '@trunkshow/contract/endpoint.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { isOver } from '@trunkshow/contract/events/rules.ts'
import { calendarServices, paths } from '@trunkshow/contract/paths.ts'
import type { BookingPage, PageSlots, Refusal } from '@trunkshow/contract/visitor-page.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { brandOf, readBrand, withLogo } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { eventView } from '../events/queries.ts'
import { parseForm } from '../platform/http/errors.ts'
import { grantOf, rememberGrant } from '../platform/http/grants.ts'
import { rememberChange } from '../platform/http/pages/read-public.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { assertAccess } from '../platform/http/route.ts'
import { sendPrivateFile } from '../platform/http/send-file.ts'
import { findContact } from '../platform/mail/notices.ts'
import { listPageSlots, readSlotDates, selectDate } from '../slots/queries.ts'
import { cancelByVisitor, rescheduleByVisitor, sayComing } from './change-booking.ts'
import { findGuestPhoto } from './photos/guest-photos.ts'
import { getBooking, linkedBooking, visitorView } from './queries.ts'
import { linkToCalendar, writeCalendar } from './write-calendar.ts'

interface ByToken {
  Params: { token: string }
  Querystring: { date?: unknown }
}

/** Renders the manage page; opening it changes nothing (docs/product.md, The guest's link). */
async function sendBookingPage(
  request: FastifyRequest<ByToken>,
  reply: FastifyReply,
  outcome: Partial<BookingPage> = {},
  status = 200,
) {
  const { token } = request.params
  const { booking, event } = await getBooking(request.ctx, linkedBooking(request.ctx, token))
  // A link to an active booking also opens its event, but must not reveal a private event's own link.
  const ctx: Context = { ...request.ctx, grants: [...request.ctx.grants, grantOf(event)] }
  const closed = !event.isPublic && { urlSlug: String(event.id) }
  if (closed && booking.status === 'active') rememberGrant(ctx.config, reply, event)
  const now = new Date()
  const view = eventView(event, null, booking.slotDate)
  const ended = (reason: string | null) =>
    reason === bookingMessages.startPassed && isOver(view, now) ? eventMessages.ended : reason
  const cannotReschedule =
    ended(bookingCan.reschedule(booking, view.zone, now)) ??
    (event.isActive ? null : bookingMessages.inactive)
  const source = { eventId: event.id, owner: event.companyId }
  const all = cannotReschedule ? [] : await readSlotDates(ctx, request.server.sharedResults, source)
  const { slots, dates, ...asked }: PageSlots = cannotReschedule
    ? { slots: [] }
    : await listPageSlots(ctx, event.id, all, selectDate(all, request.query.date))
  const brand = await readLooks(request, event)
  const page: BookingPage = {
    page: 'booking',
    token,
    booking: visitorView(ctx, booking),
    event: { ...withLogo(view, brand), ...closed },
    slots: (slots ?? []).filter((slot) => slot.id !== booking.timeSlotId && slot.availableSpots > 0),
    ...(dates && { dates: dates.filter(({ free }) => free > 0) }),
    ...asked,
    cannotReschedule,
    cannotCancel: ended(bookingCan.cancelByVisitor(booking, view.zone, now)),
    ...outcome,
  }
  return sendPage(request, reply, page, status, brand)
}

/** What guests see of the looks of an event's company. */
async function readLooks({ ctx, server }: FastifyRequest<ByToken>, { companyId }: { companyId: number }) {
  return brandOf(await readBrand(ctx, server.sharedResults, { owner: companyId }))
}

/** What the guest chose, to show it again after a rejected post. */
const typedChange = z.object({ partySize: z.string().max(20).optional().catch(undefined) }).catch({})

async function postReschedule(request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const { partySize } = typedChange.parse(request.body)
  const typed = partySize ? { partySize } : {}
  try {
    const input = parseForm(rescheduleInput, request.body)
    const { moved } = await rescheduleByVisitor(request.ctx, request.params.token, input)
    rememberChange(reply)
    return sendBookingPage(request, reply, moved ? { rescheduled: true } : { partyChanged: true })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sendBookingPage(request, reply, { refused: error.body as Refusal, typed }, error.status)
  }
}

async function postComing(request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const isComing = await sayComing(request.ctx, request.params.token)
  return sendBookingPage(request, reply, isComing ? { saidComing: true } : {}, isComing ? 200 : 409)
}

/** Asks whether to cancel; a post does it. */
async function sendCancelPage(request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const { ctx, params, method } = request
  const { token } = params
  try {
    const answer = method === 'POST' && (await cancelByVisitor(ctx, token))
    if (answer) rememberChange(reply)
    const { booking, event } = await getBooking(ctx, linkedBooking(ctx, token))
    if (!event.isPublic && booking.status === 'active') rememberGrant(ctx.config, reply, event)
    const page = { page: 'cancel', token, ...(answer && { answer }) } as const
    return sendPage(request, reply, page, 200, await readLooks(request, event))
  } catch (error) {
    return sendCancelFailure(request, reply, error)
  }
}

/** Shows a rejected cancellation or a damaged link on the cancel page. */
async function sendCancelFailure(
  request: FastifyRequest<{ Params: { token?: string } }>,
  reply: FastifyReply,
  error: unknown,
) {
  if (!(error instanceof AppError)) throw error
  const { token = '' } = request.params
  const answer = { ...error.body, unchanged: error.code === 'passed' }
  return sendPage(request, reply, { page: 'cancel', token, answer }, error.status)
}

const photoOfBooking = z.object({ bookingId: id, filename: z.string().regex(/^[0-9a-f]{32}\.webp$/) })

export function bookingPages(app: FastifyInstance) {
  // A guest's photo is for staff of the company and co-hosts of the event (docs/product.md, Questions).
  app.get<{ Params: z.output<typeof photoOfBooking> }>(
    paths.bookingPhoto(':bookingId', ':filename'),
    { schema: { params: photoOfBooking } },
    async (request, reply) => {
      const { ctx, params } = request
      assertAccess('bookings.see', ctx)
      return sendPrivateFile(request, reply, await findGuestPhoto(ctx, params.bookingId, params.filename))
    },
  )
  app.get<ByToken>(paths.booking(':token'), async (request, reply) => sendBookingPage(request, reply))
  app.post<ByToken>(paths.rescheduleBooking(':token'), postReschedule)
  // A browser that reloads after a plain post requests this address.
  for (const path of [paths.rescheduleBooking(':token'), paths.sayComing(':token')])
    app.get<ByToken>(path, async (request, reply) => {
      linkedBooking(request.ctx, request.params.token) // it goes into a header
      return reply.redirect(paths.booking(request.params.token))
    })
  app.get<ByToken>(paths.cancelBooking(':token'), sendCancelPage)
  app.post<ByToken>(paths.cancelBooking(':token'), sendCancelPage)
  app.post<ByToken>(paths.sayComing(':token'), postComing)
  app.get<{ Params: { token?: string } }>(paths.cancelBooking(''), async (request, reply) =>
    sendCancelFailure(request, reply, new AppError('invalid', guestBookingMessages.missingId)),
  )
  app.get<ByToken>(paths.bookingCalendar(':token'), async (request, reply) => {
    const { ctx, params } = request
    const { booking, event } = await getBooking(ctx, linkedBooking(ctx, params.token))
    reply
      .header('content-disposition', 'attachment; filename="appointment.ics"')
      .header('cache-control', 'no-store')
    const contact = await findContact(ctx, event)
    const { text } = writeCalendar(ctx.config, booking, eventView(event, null), 'visitor', contact)
    return reply.type('text/calendar; charset=utf-8').send(text)
  })
  for (const service of calendarServices)
    app.get<ByToken>(paths.calendarService(':token', service), async ({ ctx, params }, reply) => {
      const { booking, event } = await getBooking(ctx, linkedBooking(ctx, params.token))
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      return reply.redirect(linkToCalendar(ctx.config, booking, eventView(event, null), service))
    })
}
