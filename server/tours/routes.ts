import { api } from '@trunkshow/contract/api.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { tourMessages } from '@trunkshow/contract/tours/schema.ts'
import type { TourStop } from '@trunkshow/contract/visitor-page.ts'
import { formatHours } from '@trunkshow/contract/zones.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOf, findCompanyBySlug, getBrand } from '../company/queries.ts'
import { readPublic } from '../platform/http/pages/read-public.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { route } from '../platform/http/route.ts'
import { findSoldOut } from '../slots/queries.ts'
import { zoneOf } from '../zones.ts'
import { findTourBySlug, listStops, listTours } from './queries.ts'
import { addStops, addTourEvent, createTour, deleteTour, removeTourEvent, renameTour } from './save-tour.ts'

export function tourRoutes(app: FastifyInstance) {
  route(app, api.tours.list, async (ctx) => listTours(ctx))
  route(app, api.tours.create, async (ctx, { body }) => createTour(ctx, body))
  route(app, api.tours.rename, async (ctx, { params, body }) => renameTour(ctx, params.id, body))
  route(app, api.tours.addStops, async (ctx, { params, body }) => addStops(ctx, params.id, body))
  route(app, api.tours.addEvent, async (ctx, { params }) => addTourEvent(ctx, params.id, params.eventId))
  route(app, api.tours.removeEvent, async (ctx, { params }) =>
    removeTourEvent(ctx, params.id, params.eventId),
  )
  route(app, api.tours.remove, async (ctx, { params }) => deleteTour(ctx, params.id))

  app.get<BySlugs>(paths.tour(':company', ':tour'), sendTourPage)
}

interface BySlugs {
  Params: { company: string; tour: string }
}

/** Shows the stops of a tour (docs/product.md, Tours). */
async function sendTourPage(request: FastifyRequest<BySlugs>, reply: FastifyReply) {
  const { params, ctx } = request
  const found = await findCompanyBySlug(ctx, params.company)
  const tour = found && /^[\w-]+$/.test(params.tour) ? await findTourBySlug(ctx, found.id, params.tour) : null
  if (!found || !tour) throw new AppError('not_found', tourMessages.notFound)
  if (found.slug !== params.company || tour.urlSlug !== params.tour)
    return reply.redirect(paths.tour(found.slug, tour.urlSlug))
  const { rows, soldOut, brand } = await readPublic(request, async (ctx) => {
    const rows = await listStops(ctx, tour.id)
    const ids = rows.map(({ id }) => id)
    return { rows, soldOut: await findSoldOut(ctx, ids), brand: await getBrand(ctx, found.id) }
  })
  const stops = rows.map(
    ({ startTime, endTime, timeZone, isPast, ...stop }): TourStop => ({
      ...stop,
      hours: formatHours({ eventDate: stop.eventDate, startTime, endTime, zone: zoneOf(timeZone) }),
      state: isPast ? 'past' : soldOut.includes(stop.id) ? 'soldOut' : 'open',
    }),
  )
  const company = { name: brand.name, urlSlug: found.slug, logoUrl: brand.logoUrl }
  const { name, urlSlug } = tour
  return sendPage(
    request,
    reply,
    { page: 'tour', company, tour: { name, urlSlug }, stops },
    200,
    brandOf(brand),
  )
}
