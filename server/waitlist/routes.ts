import { api } from '@trunkshow/contract/api.ts'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { bookSlotInput, gatherAnswers } from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { JoinWaitlistPage, Refusal, WaitlistPage } from '@trunkshow/contract/visitor-page.ts'
import { joinWaitlistInput } from '@trunkshow/contract/waitlist/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { admitGuestPhotos } from '../bookings/photos/guest-photos.ts'
import { refuseBots, stampForm, typedByGuest, typedText } from '../bookings/refuse-bots.ts'
import { brandOf, readBrand, withLogo } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { type EventRow, eventView, getEventRow, getReachableEvent } from '../events/queries.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { databaseNow } from '../platform/db/transaction.ts'
import { parseForm, setRetryAfter } from '../platform/http/errors.ts'
import { filesOf, multipartOptionsFor } from '../platform/http/file-kinds.ts'
import { makeGrant, readGrant } from '../platform/http/grants.ts'
import { allowFraming, isEmbedded } from '../platform/http/pages/content-security-policy.ts'
import { rememberChange } from '../platform/http/pages/read-public.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { route } from '../platform/http/route.ts'
import { type ByToken, signId } from '../platform/http/tokens.ts'
import { acceptUploads, assertUploads } from '../platform/http/uploads.ts'
import { zoneOf } from '../zones.ts'
import { acceptOffer } from './accept-offer.ts'
import { joinAgain, joinWaitlist } from './join-waitlist.ts'
import { endWaiting, expireOffers, moveToTop, ofEvent, offerSlot, removeEntry } from './manage-waitlist.ts'
import { deadlineOf, getEntry, linkedEntry, listTargets, listWaitlist, targetOf } from './queries.ts'

export function waitlistRoutes(app: FastifyInstance) {
  route(app, api.waitlist.list, async (ctx, { params }) => {
    await getReachableEvent(ctx, 'bookings.see', params.id)
    await expireOffers(ctx, ofEvent(params.id))
    return listWaitlist(ctx, params.id)
  })
  route(app, api.waitlist.moveToTop, async (ctx, { params }) => moveToTop(ctx, params.id))
  route(app, api.waitlist.remove, async (ctx, { params }) => removeEntry(ctx, params.id))
  route(app, api.waitlist.offer, async (ctx, { params, body }) => offerSlot(ctx, params.id, body.timeSlotId))

  for (const address of [paths.joinWaitlist(':idOrSlug'), paths.embeddedWaitlist(':idOrSlug')]) {
    app.get<ByIdOrSlug>(address, async (request, reply) =>
      sendJoinPage(request, reply, await getEventRow(request.ctx, request.params.idOrSlug)),
    )
    app.post<ByIdOrSlug>(address, postJoin)
  }
  app.get<ByToken>(paths.waitlist(':token'), async (request, reply) => sendWaitlistPage(request, reply))
  const files = filesOf(api.bookings.book)
  app.post<ByToken>(paths.waitlist(':token'), {
    config: { largeBody: true, files, multipartOptions: multipartOptionsFor(files, { fromGuests: true }) },
    onRequest: async (request, reply) =>
      acceptUploads(request, reply, files, () => admitGuestPhotos(request.ctx)),
    handler: postChoice,
  })
}

interface ByIdOrSlug {
  Params: { idOrSlug: string }
  Querystring: { for?: unknown }
}
const typedForm = typedByGuest.extend({ waitsFor: typedText(20) }).catch({})

/** Sends the form to join; a guest who could open a private event's page has a grant for it in the form. */
async function sendJoinPage(
  request: FastifyRequest<ByIdOrSlug>,
  reply: FastifyReply,
  row: EventRow,
  outcome: Partial<JoinWaitlistPage> = {},
  status = 200,
) {
  const { ctx, server, query } = request
  const company = await readBrand(ctx, server.sharedResults, { owner: row.companyId })
  const brand = brandOf(company)
  if (isEmbedded(request)) allowFraming(reply, company.embedOrigins)
  const page: JoinWaitlistPage = {
    page: 'join-waitlist',
    event: withLogo(eventView(row, null), brand),
    targets: row.hasWaitlist && row.isActive ? await listTargets(ctx, row) : [],
    ...(typeof query.for === 'string' && { waitsFor: query.for }),
    opened: stampForm(ctx.config),
    grant: makeGrant(ctx.config, row),
    ...outcome,
  }
  return sendPage(request, reply, page, status, brand)
}

async function postJoin(request: FastifyRequest<ByIdOrSlug>, reply: FastifyReply) {
  const { waitsFor, grant, opened, ...typed } = typedForm.parse(request.body)
  const granted = readGrant(request.ctx.config, grant)
  const [address = request.params.idOrSlug] = granted.map((grant) => grant.split('.')[0]!)
  const row = await getEventRow({ ...request.ctx, grants: [...request.ctx.grants, ...granted] }, address)
  try {
    const input = parseForm(joinWaitlistInput, request.body)
    refuseBots(request.ctx, input, true)
    const targets = await listTargets(request.ctx, row)
    await joinWaitlist(request.ctx, row, input)
    const target = targets.find(({ value }) => value === input.waitsFor)?.label ?? ''
    return sendJoinPage(request, reply, row, { joined: { target, email: input.attendeeEmail } }, 201)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const age = opened && error.message !== bookingMessages.formUnknown ? { opened } : {}
    setRetryAfter(reply, error)
    const outcome = { refused: error.body as Refusal, typed, ...(waitsFor && { waitsFor }), ...age }
    return sendJoinPage(request, reply, row, outcome, error.status)
  }
}

/** Sends the page of a guest who waits. An offer whose time is over goes to the next first; nothing else changes. */
async function sendWaitlistPage(
  request: FastifyRequest<ByToken>,
  reply: FastifyReply,
  outcome: Partial<WaitlistPage> = {},
  status = 200,
) {
  const { ctx, server, params } = request
  const scope = linkedEntry(ctx, params.token)
  const before = await getEntry(ctx, scope)
  if (before.offer?.state === 'open' && !before.offer.isOpen) {
    await expireOffers(ctx, sql`id = ${before.offer.id}`)
    ctx.wakeEmailWorker()
  }
  const found = await getEntry(ctx, scope)
  const { entry, event, offer } = found
  const brand = brandOf(await readBrand(ctx, server.sharedResults, { owner: event.companyId }))
  // Its email may have been corrected since, which ended the links of the earlier one (decision 060).
  const sameEmail = sql`lower(${bookings.attendeeEmail}) = lower(${entry.attendeeEmail})`
  const [booking] = offer?.bookingId
    ? await ctx.db
        .select({ publicId: bookings.publicId })
        .from(bookings)
        .where(and(eq(bookings.id, offer.bookingId), sameEmail))
    : []
  // The link must not reveal a private event's own.
  const closed = !event.isPublic && { urlSlug: String(event.id) }
  const page: WaitlistPage = {
    page: 'waitlist',
    token: params.token,
    event: { ...withLogo(eventView(event, null), brand), ...closed },
    attendeeEmail: entry.attendeeEmail,
    partySize: entry.partySize,
    target: targetOf(found),
    status: entry.status,
    ...(entry.status === 'waiting' && offer?.state === 'withdrawn' && { withdrawn: true }),
    ...(offer?.isOpen && {
      offer: {
        slotDate: offer.slotDate,
        startTime: offer.startTime,
        endTime: offer.endTime,
        until: deadlineOf(offer.expiresAt, zoneOf(event.timeZone), await databaseNow(ctx)),
      },
    }),
    ...(booking && { booking: signId(ctx.config, 'booking', booking.publicId) }),
    ...outcome,
  }
  return sendPage(request, reply, page, status, brand)
}

const acceptInput = bookSlotInput.pick({ phone: true, answers: true, questionsVersion: true })

const actions = {
  async accept(ctx: Context, request: FastifyRequest<ByToken>, form: unknown) {
    await assertUploads(request)
    const given = parseForm(acceptInput, form)
    await acceptOffer(ctx, request.params.token, given, request.uploads?.received)
  },
  async leave(ctx: Context, { params }: FastifyRequest<ByToken>) {
    const { entry } = await getEntry(ctx, linkedEntry(ctx, params.token))
    const status = entry.status === 'offered' ? 'declined' : 'left'
    if (await endWaiting(ctx, entry, { state: 'declined', status })) ctx.wakeEmailWorker()
  },
  async again(ctx: Context, { params }: FastifyRequest<ByToken>) {
    await joinAgain(ctx, params.token)
  },
}

const choice = z.object({ do: z.enum(['accept', 'leave', 'again']) })

async function postChoice(request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const form = gatherAnswers(request.body)
  const { waitsFor: _for, grant: _grant, opened: _opened, ...typed } = typedForm.parse(form)
  try {
    await actions[parseForm(choice, form).do](request.ctx, request, form)
    rememberChange(reply)
    // Elsewhere, so that loading the page again does not ask whether to post again.
    return reply.redirect(paths.waitlist(request.params.token), 303)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error
    setRetryAfter(reply, error)
    return sendWaitlistPage(request, reply, { refused: error.body as Refusal, typed }, error.status)
  }
}
