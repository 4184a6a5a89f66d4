import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { CompanyHead } from '@trunkshow/contract/visitor-page.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { listEvents } from '../events/queries.ts'
import { allowFraming, isEmbedded } from '../platform/http/pages/content-security-policy.ts'
import { readPublic } from '../platform/http/pages/read-public.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { readPage } from '../platform/http/paging.ts'
import { findSoldOut } from '../slots/queries.ts'
import { brandOf, findCompanyBySlug, getBrand, withLogo } from './read-brand.ts'

/** How many events a page lists: full rows in one, two, and three columns. */
const EVENTS_PER_PAGE = 24

interface ByCompany {
  Params: { company: string }
  Querystring: { cursor?: unknown }
}

/** Lists a company's events that anyone can book (docs/product.md, The company page). */
async function sendCompanyPage(request: FastifyRequest<ByCompany>, reply: FastifyReply) {
  const found = await findCompanyBySlug(request.ctx, request.params.company)
  if (!found) throw new AppError('not_found', 'There is nothing at this address.')
  // Printed codes and old links lead to the current address.
  const address = (isEmbedded(request) ? paths.embeddedCompany : paths.company)(found.slug)
  if (found.slug !== request.params.company) return reply.redirect(address)
  const cursor = typeof request.query.cursor === 'string' ? request.query.cursor : null
  const { brand, items, next, soldOut } = await readPublic(request, async (ctx) => {
    const asGuest: Context = { ...ctx, actor: null }
    const list = await listEvents(asGuest, readPage({ limit: EVENTS_PER_PAGE, cursor }), { openOf: found.id })
    const ids = list.items.map(({ id }) => id)
    return { ...list, soldOut: await findSoldOut(ctx, ids), brand: await getBrand(ctx, found.id) }
  })
  if (cursor && items.length === 0) return reply.redirect(address)
  if (isEmbedded(request)) allowFraming(reply, brand.embedOrigins)
  const company: CompanyHead = { name: brand.name, urlSlug: found.slug, logoUrl: brand.logoUrl }
  // Cards show no description, and 24 long ones would make the page large.
  const events = items.map((event) => ({ ...withLogo(event, brand), description: '' }))
  const paging = { ...(next && { next }), ...(cursor && { isLater: true }) }
  return sendPage(
    request,
    reply,
    { page: 'company', company, events, soldOut, ...paging },
    200,
    brandOf(brand),
  )
}

export function companyPages(app: FastifyInstance) {
  app.get<ByCompany>(paths.company(':company'), sendCompanyPage)
  app.get<ByCompany>(paths.embeddedCompany(':company'), sendCompanyPage)
}
