import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { getEvent } from '../events/queries.ts'
import { route } from '../http/route.ts'
import { listSlots } from './queries.ts'
import { createSlot, deleteSlot, updateSlot } from './save-slot.ts'
import { previewSync, syncSlots } from './sync-slots.ts'

export function slotRoutes(app: FastifyInstance) {
  route(app, api.slots.list, async (ctx, { params, query }) => {
    const { date, bookable } = query
    const slots = await listSlots(ctx, params.id, {
      bookable,
      days: date ? { from: date, to: date } : undefined,
    })
    // None may mean that there is no such event for this caller.
    if (slots.length === 0) await getEvent(ctx, String(params.id))
    return slots
  })
  route(app, api.slots.create, async (ctx, { params, body }) => createSlot(ctx, params.id, body))
  route(app, api.slots.previewSync, async (ctx, { params }) => previewSync(ctx, params.id))
  route(app, api.slots.sync, async (ctx, { params }) => syncSlots(ctx, params.id))
  route(app, api.slots.update, async (ctx, { params, body }) => updateSlot(ctx, params.id, body))
  route(app, api.slots.remove, async (ctx, { params }) => deleteSlot(ctx, params.id))
}
