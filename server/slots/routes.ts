import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getEventRow } from '../events/queries.ts'
import { hasJustChanged, readPublic } from '../platform/http/pages/read-public.ts'
import { route } from '../platform/http/route.ts'
import { listFill, listSlots } from './queries.ts'
import { createSlot, deleteSlot, previewSync, syncSlots, updateSlot } from './save-slot.ts'

const served = <Slot extends { totalSlots: number }>(slot: Slot) => ({ ...slot, totalSpots: slot.totalSlots })

/**
 * Returns the slots that an event's page offers as JSON, made once a second for all callers (decision 033).
 *
 * @throws AppError not_found
 */
async function readOfferedJson(request: FastifyRequest, id: number): Promise<string> {
  const { ctx } = request
  const { companyId } = await getEventRow(ctx, String(id))
  const isStaff = ctx.actor?.companyId === companyId || Boolean(ctx.actor?.coHostOf.includes(id))
  const wanted = { owner: companyId, key: `slots ${id}`, mustBeFresh: isStaff || hasJustChanged(request) }
  return request.server.sharedResults.get(wanted, async () => {
    const slots = await readPublic(request, (ctx) => listSlots(ctx, id, { bookable: true }))
    const value = JSON.stringify(api.slots.list.output.parse(slots.map(served)))
    return { value, bytes: 2 * value.length }
  })
}

export function slotRoutes(app: FastifyInstance) {
  route(app, api.slots.list, async (ctx, { params, query, request, reply }) => {
    const { date, bookable } = query
    if (!date && (bookable || !ctx.actor)) {
      reply.type('application/json; charset=utf-8')
      return (await readOfferedJson(request, params.id)) as never // already serialized
    }
    const slots = await listSlots(ctx, params.id, {
      bookable,
      days: date ? { from: date, to: date } : undefined,
    })
    // An empty list may mean that the caller may not see the event.
    if (slots.length === 0) await getEventRow(ctx, String(params.id))
    return slots.map(served)
  })
  route(app, api.slots.fill, async (ctx, { query }) => listFill(ctx, query.eventIds))
  route(app, api.slots.create, async (ctx, { params, body }) =>
    served(await createSlot(ctx, params.id, body)),
  )
  route(app, api.slots.previewSync, async (ctx, { params }) => previewSync(ctx, params.id))
  route(app, api.slots.sync, async (ctx, { params }) => syncSlots(ctx, params.id))
  route(app, api.slots.update, async (ctx, { params, body }) =>
    served(await updateSlot(ctx, params.id, body)),
  )
  route(app, api.slots.remove, async (ctx, { params }) => deleteSlot(ctx, params.id))
}
