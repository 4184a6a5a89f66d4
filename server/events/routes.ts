import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { rememberGrant } from '../platform/http/grants.ts'
import { readPublic } from '../platform/http/pages/read-public.ts'
import { route } from '../platform/http/route.ts'
import { summarizeEvent } from '../slots/queries.ts'
import { expireOffers, ofEvent } from '../waitlist/manage-waitlist.ts'
import { findPlaces } from './find-places.ts'
import {
  acceptCoHost,
  inviteCoHost,
  listCoHosts,
  readCoHostInvitation,
  removeCoHost,
} from './invite-co-host.ts'
import { getEventDetail, isSlugOf, listEvents } from './queries.ts'
import {
  createEvent,
  deleteEvent,
  resendContactConfirmation,
  setVisibility,
  updateEvent,
} from './save-event.ts'

export function eventRoutes(app: FastifyInstance) {
  route(app, api.events.list, async (_, { page, query, request }) =>
    readPublic(request, (ctx) => listEvents(ctx, page, query)),
  )
  route(app, api.events.create, async (ctx, { body, uploads }) => createEvent(ctx, body, uploads))
  route(app, api.events.get, async (ctx, { params, reply }) => {
    const { row, event } = await getEventDetail(ctx, params.idOrSlug)
    // A client that knows a private event's slug may use its id from now on, like a browser that opened its page.
    if (!event.isPublic && isSlugOf(event, params.idOrSlug)) rememberGrant(ctx.config, reply, row)
    return event
  })
  route(app, api.events.update, async (ctx, { params, body, uploads }) => {
    const event = await updateEvent(ctx, params.id, body, uploads)
    await expireOffers(ctx, ofEvent(event.id))
    return event
  })
  route(app, api.events.setVisibility, async (ctx, { params, body }) => {
    const event = await setVisibility(ctx, params.id, body)
    await expireOffers(ctx, ofEvent(event.id))
    return event
  })
  route(app, api.events.places, async (ctx, { query }) => findPlaces(ctx, query.q ?? ''))
  route(app, api.events.confirmContact, async (ctx, { params }) => resendContactConfirmation(ctx, params.id))
  route(app, api.events.remove, async (ctx, { params }) => deleteEvent(ctx, params.id))
  route(app, api.events.summary, async (ctx, { params }) => summarizeEvent(ctx, params.id))
  route(app, api.coHosts.list, async (ctx, { params }) => listCoHosts(ctx, params.id))
  route(app, api.coHosts.invite, async (ctx, { params, body }) => inviteCoHost(ctx, params.id, body.email))
  route(app, api.coHosts.remove, async (ctx, { params }) => removeCoHost(ctx, params.id, params.coHostId))
  route(app, api.coHosts.invitation, async (ctx, { params }) => readCoHostInvitation(ctx, params.token))
  route(app, api.coHosts.accept, async (ctx, { params }) => acceptCoHost(ctx, params.token))
}
