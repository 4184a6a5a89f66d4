import { randomUUID } from 'node:crypto'
import { api } from '@trunkshow/contract/api.ts'
import { bookingMessages, guestBookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { bookSlotInput, gatherAnswers } from '@trunkshow/contract/bookings/schema.ts'
import { idField } from '@trunkshow/contract/endpoint.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { isOver } from '@trunkshow/contract/events/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { EventPage, LandingPage, PageSlots, Refusal } from '@trunkshow/contract/visitor-page.ts'
import { formatHours } from '@trunkshow/contract/zones.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bookSlot } from '../bookings/book-slot.ts'
import { admitGuestPhotos } from '../bookings/photos/guest-photos.ts'
import { refuseBots, stampForm, typedByGuest, typedText } from '../bookings/refuse-bots.ts'
import { brandOf, findBrand, findLogos, readBrand, withLogo } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { parseForm, setRetryAfter } from '../platform/http/errors.ts'
import { filesOf, multipartOptionsFor } from '../platform/http/file-kinds.ts'
import { grantOf, makeGrant, readGrant, rememberGrant } from '../platform/http/grants.ts'
import { checkKey } from '../platform/http/idempotency-key.ts'
import { allowFraming, isEmbedded } from '../platform/http/pages/content-security-policy.ts'
import { hasJustChanged, readPublic, rememberChange } from '../platform/http/pages/read-public.ts'
import { sendSharedPage } from '../platform/http/pages/shared-page.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { readPage } from '../platform/http/paging.ts'
import { acceptUploads, assertUploads } from '../platform/http/uploads.ts'
import { listPageSlots, readSlotDates, selectDate } from '../slots/queries.ts'
import { findTourLink } from '../tours/queries.ts'
import { type EventRow, eventView, findLastShown, getEventRow, isSlugOf, listEvents } from './queries.ts'

interface ByIdOrSlug {
  Params: { idOrSlug: string }
  Querystring: { date?: unknown }
}

/** How many events a page lists: full rows in one, two, and three columns. */
const EVENTS_PER_PAGE = 24

/** The booking form as a plain post sends it. */
const bookingForm = bookSlotInput.extend({
  timeSlotId: idField(guestBookingMessages.slotRequired),
})

const typedForm = typedByGuest
  .extend({
    timeSlotId: typedText(20),
    questionsVersion: typedText(20),
    idempotencyKey: typedText(200),
  })
  .catch({})

/**
 * Composes the event page of one guest. The form carries a grant, so that it still works if the event becomes private
 * before it is sent. A guest who has access by a grant alone gets no new one, so that access ends when it expires.
 */
async function composePage(request: FastifyRequest<ByIdOrSlug>, reply: FastifyReply, row: EventRow) {
  const event = eventView(row, request.ctx.actor)
  const ctx: Context = { ...request.ctx, grants: [...request.ctx.grants, grantOf(row)] }
  const bySlug = isSlugOf(event, request.params.idOrSlug)
  if (!event.isPublic && bySlug && !isEmbedded(request)) rememberGrant(ctx.config, reply, row)
  const mustBeFresh = event.userId !== undefined || Boolean(event.coHosted) || hasJustChanged(request)
  const logAndReturnNull = (error: unknown) => {
    request.log.error(error, 'slots could not be loaded')
    return null
  }
  const source = { eventId: event.id, owner: row.companyId, mustBeFresh }
  const { sharedResults } = request.server
  const read = <Value>(query: (ctx: Context) => Promise<Value>) =>
    readPublic(request, ({ db }) => query({ ...ctx, db }))
  const dates = await read((ctx) => readSlotDates(ctx, sharedResults, source)).catch(logAndReturnNull)
  const company = await read((ctx) => readBrand(ctx, sharedResults, source))
  const brand = brandOf(company)
  if (isEmbedded(request)) allowFraming(reply, company.embedOrigins)
  const tour = row.tourId ? await read((ctx) => findTourLink(ctx, row.tourId!)) : null
  const asked = dates ? selectDate(dates, request.query.date) : {}
  const readSlots = async (): Promise<PageSlots> => {
    const slots = dates && read((ctx) => listPageSlots(ctx, event.id, dates, asked)).catch(logAndReturnNull)
    return (await slots) ?? { slots: null }
  }
  return {
    owner: row.companyId,
    looks: {
      page: 'event',
      event: withLogo(event, brand),
      hours: formatHours(event),
      ended: isOver(event, new Date()),
      ...(tour && { tour }),
      ...asked,
    } as const,
    brand,
    own: {
      idempotencyKey: randomUUID(),
      opened: stampForm(ctx.config),
      ...((event.isPublic || bySlug) && { grant: makeGrant(ctx.config, row) }),
    },
    mustBeFresh,
    readSlots,
  }
}

/** Answers a plain post with the current page and its outcome. */
async function sendOutcome(
  request: FastifyRequest<ByIdOrSlug>,
  reply: FastifyReply,
  row: EventRow,
  outcome: Partial<EventPage>,
  status: number,
) {
  const { looks, brand, own, readSlots } = await composePage(request, reply, row)
  const { grant, ...keys } = own
  return sendPage(
    request,
    reply,
    { ...looks, ...(await readSlots()), ...keys, ...outcome, ...(grant && { grant }) },
    status,
    brand,
  )
}

async function showEvent(request: FastifyRequest<ByIdOrSlug>, reply: FastifyReply) {
  const { idOrSlug } = request.params
  const row = await getEventRow(request.ctx, idOrSlug)
  const event = eventView(row, request.ctx.actor)
  // Staff and co-hosts are redirected to the slug, so that a link they copy works for others.
  const manages = event.coHosted || event.userId !== undefined
  if (!isSlugOf(event, idOrSlug) && !isEmbedded(request) && manages)
    return reply.redirect(paths.event(event.urlSlug))
  return sendSharedPage(request, reply, await composePage(request, reply, row))
}

/** Books from a form without JavaScript and answers with the page and the outcome. */
async function postBooking(request: FastifyRequest<ByIdOrSlug>, reply: FastifyReply) {
  const form = gatherAnswers(request.body)
  const { idempotencyKey, grant, opened, ...typed } = typedForm.parse(form)
  const granted = readGrant(request.ctx.config, grant)
  // The grant names the event by its id, since its slug may have changed after the form was opened.
  const [address = request.params.idOrSlug] = granted.map((grant) => grant.split('.')[0]!)
  const event = await getEventRow({ ...request.ctx, grants: [...request.ctx.grants, ...granted] }, address)
  const ctx: Context = { ...request.ctx, grants: [...request.ctx.grants, grantOf(event)] }
  const kept = granted.length > 0 ? { grant } : {}
  try {
    await assertUploads(request)
    const { timeSlotId, ...input } = parseForm(bookingForm, form)
    refuseBots(ctx, input, true)
    const photos = request.uploads?.received
    const { booking } = await bookSlot(ctx, timeSlotId, input, checkKey(idempotencyKey), photos)
    if (!isEmbedded(request)) rememberChange(reply)
    return sendOutcome(request, reply, event, { booked: booking, ...kept }, 201)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A rejected form keeps its age, unless the age is unknown.
    const age = opened && error.message !== bookingMessages.formUnknown ? { opened } : {}
    const key = idempotencyKey && error.code !== 'key_reused' ? { idempotencyKey } : {}
    const outcome = { refused: error.body as Refusal, typed, ...key, ...age, ...kept }
    setRetryAfter(reply, error)
    return sendOutcome(request, reply, event, outcome, error.status)
  }
}

interface ByCursor {
  Querystring: { cursor?: unknown }
}

/** Sends a page of listed events: the soonest of each company, or all of one. */
async function sendEventList(
  request: FastifyRequest<ByCursor>,
  reply: FastifyReply,
  of?: { companyId: number; host: LandingPage['host'] & object },
) {
  const cursor = typeof request.query.cursor === 'string' ? request.query.cursor : null
  const page = readPage({ limit: EVENTS_PER_PAGE, cursor })
  const { items, next, lastShown, logos } = await readPublic(request, async (ctx) => {
    const list = await listEvents(ctx, page, of && { listedOf: of.companyId })
    const ids = list.items.map(({ id }) => id)
    return {
      ...list,
      lastShown: of ? [] : await findLastShown(ctx, ids),
      logos: await findLogos(ctx, ids),
    }
  })
  // The events that would follow have ended or were deleted.
  if (cursor && items.length === 0)
    return reply.redirect(of?.host ? paths.hostShows(of.host.eventId) : paths.home())
  // Cards show no description, and 24 long ones would make the page large.
  const events = items.map((event) => ({
    ...withLogo(event, { logoUrl: logos.get(event.id) ?? null }),
    description: '',
    questions: [],
  }))
  const paging = { ...(next && { next }), ...(cursor && { isLater: true }) }
  const listed = { page: 'landing', events, lastShown, ...paging, ...(of && { host: of.host }) } as const
  return sendPage(request, reply, listed, 200, of && (await findBrand(request.ctx, of.companyId)))
}

export function eventPages(app: FastifyInstance) {
  app.get<ByCursor>(paths.home(), async (request, reply) => {
    if (request.ctx.actor) return reply.redirect(paths.events())
    return sendEventList(request, reply)
  })
  app.get<ByCursor & { Params: { id: string } }>(paths.hostShows(':id'), async (request, reply) => {
    const { id, companyId, hostName } = await getEventRow(request.ctx, request.params.id)
    return sendEventList(request, reply, { companyId, host: { eventId: id, name: hostName } })
  })
  app.get(paths.event(':idOrSlug'), showEvent)
  app.get(paths.embeddedEvent(':idOrSlug'), showEvent)
  app.get(paths.publicEvent(':idOrSlug'), showEvent)
  const files = filesOf(api.bookings.book)
  for (const address of [paths.event(':idOrSlug'), paths.embeddedEvent(':idOrSlug')])
    app.post<ByIdOrSlug>(address, {
      config: { largeBody: true, files, multipartOptions: multipartOptionsFor(files, { fromGuests: true }) },
      onRequest: async (request, reply) =>
        acceptUploads(request, reply, files, () => admitGuestPhotos(request.ctx)),
      handler: postBooking,
    })
}
