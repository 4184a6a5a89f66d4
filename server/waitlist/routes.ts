import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { getReachableEvent } from '../events/queries.ts'
import { route } from '../platform/http/route.ts'
import { expireOffers, ofEvent } from './end-offer.ts'
import { moveToTop, offerSlot, removeEntry } from './manage-waitlist.ts'
import { listWaitlist } from './queries.ts'

export function waitlistRoutes(app: FastifyInstance) {
  route(app, api.waitlist.list, async (ctx, { params }) => {
    await getReachableEvent(ctx, 'bookings.see', params.id)
    await expireOffers(ctx, ofEvent(params.id))
    return listWaitlist(ctx, params.id)
  })
  route(app, api.waitlist.moveToTop, async (ctx, { params }) => moveToTop(ctx, params.id))
  route(app, api.waitlist.remove, async (ctx, { params }) => removeEntry(ctx, params.id))
  route(app, api.waitlist.offer, async (ctx, { params, body }) => offerSlot(ctx, params.id, body.timeSlotId))
}
