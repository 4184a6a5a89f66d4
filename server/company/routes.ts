import { api } from '@trunkshow/contract/api.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { addQuery, paths } from '@trunkshow/contract/paths.ts'
import type { CompanyHead } from '@trunkshow/contract/visitor-page.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { listEvents } from '../events/queries.ts'
import { readUsage } from '../platform/http/guards/quotas.ts'
import { allowFraming, frameOf, isEmbedded } from '../platform/http/pages/content-security-policy.ts'
import { readPublic } from '../platform/http/pages/read-public.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { readPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { startSession } from '../platform/http/session-store.ts'
import { findSoldOut } from '../slots/queries.ts'
import {
  acceptInvitation,
  changeUser,
  inviteUser,
  readInvitation,
  removeUser,
  resendInvitation,
} from './manage-users.ts'
import {
  brandOf,
  findCompany,
  findCompanyBySlug,
  findLetterhead,
  findTaxRates,
  getBrand,
  listUsers,
  withLogo,
} from './queries.ts'
import { saveCompany, saveCompanyPage, saveEmbedding, savePayments } from './save-company.ts'

export function companyRoutes(app: FastifyInstance) {
  route(app, api.company.get, async (ctx) => findCompany(ctx))
  route(app, api.company.taxRates, async (ctx) => findTaxRates(ctx))
  route(app, api.company.letterhead, async (ctx) => findLetterhead(ctx))
  route(app, api.company.create, async (ctx, { body }) => saveCompany(ctx, body, true))
  route(app, api.company.update, async (ctx, { body }) => saveCompany(ctx, body))
  route(app, api.company.savePage, async (ctx, { body, uploads }) => saveCompanyPage(ctx, body, uploads))
  route(app, api.company.saveEmbedding, async (ctx, { body }) => saveEmbedding(ctx, body))
  route(app, api.company.savePayments, async (ctx, { body }) => savePayments(ctx, body))
  route(app, api.company.usage, async (ctx) => readUsage(ctx, ctx.actor.companyId))
  route(app, api.company.users, async (ctx) => listUsers(ctx))
  route(app, api.company.invite, async (ctx, { body }) => inviteUser(ctx, body))
  route(app, api.company.resend, async (ctx, { params }) => resendInvitation(ctx, params.id))
  route(app, api.company.changeUser, async (ctx, { params, body }) => changeUser(ctx, params.id, body))
  route(app, api.company.removeUser, async (ctx, { params }) => removeUser(ctx, params.id))
  route(app, api.company.invitation, async (ctx, { params }) => readInvitation(ctx, params.token))
  route(app, api.company.accept, async (ctx, { params, body, request }) => {
    const user = await acceptInvitation(ctx, params.token, body)
    await startSession(request, user.id)
    return user
  })

  app.get<ByCompany>(paths.company(':company'), sendCompanyPage)
  app.get<ByCompany>(paths.embeddedCompany(':company'), sendCompanyPage)
}

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
  if (found.slug !== request.params.company)
    return reply.redirect(frameOf(request) === 'details' ? addQuery(address, 'details') : address)
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
  const page = { page: 'company', company, events, soldOut, ...paging } as const
  return sendPage(request, reply, page, 200, brandOf(brand))
}
