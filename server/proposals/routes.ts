import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { findTerms, getAgreement } from '../orders/proposals/queries.ts'
import { saveTerms } from '../orders/proposals/save-terms.ts'
import { sendProposal } from '../orders/proposals/send-proposal.ts'
import { route } from '../platform/http/route.ts'

export function proposalRoutes(app: FastifyInstance) {
  const { proposals } = api
  route(app, proposals.ofOrder, async (ctx, { params }) => getAgreement(ctx, params.id))
  route(app, proposals.send, async (ctx, { params, body }) => sendProposal(ctx, params.id, body))
  route(app, proposals.terms, async (ctx) => findTerms(ctx))
  route(app, proposals.saveTerms, async (ctx, { body }) => saveTerms(ctx, body))
}
