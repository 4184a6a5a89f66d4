import { createHash } from 'node:crypto'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import {
  agreementOf,
  differencesOf,
  type ProposedOrder,
  proposedOf,
  reasonAgainstAnswer,
  type Snapshot,
  signedBy,
  signersLeft,
} from '@trunkshow/contract/proposals/rules.ts'
import type { Agreement, Terms } from '@trunkshow/contract/proposals/schema.ts'
import canonicalize from 'canonicalize'
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context, TenantContext } from '../../context.ts'
import { companies, userName, users } from '../../platform/db/schema/company.ts'
import { companyTerms, proposalAnswers, proposals } from '../../platform/db/schema/proposals.ts'
import { iso, own } from '../../platform/db/statement.ts'
import { todayOf } from '../money/queries.ts'
import { findLinked, getOrder } from '../queries.ts'

export type ProposalRow = typeof proposals.$inferSelect

/** The text that is kept and hashed: RFC 8785, so that any other program comes to the same hash. */
export const canonical = (value: Snapshot | ProposedOrder): string => canonicalize(value)!
export const hashOf = (snapshot: string) => createHash('sha256').update(snapshot).digest('hex')

/** What a proposal shows; null once its customer was erased. */
export const snapshotOf = ({ snapshot }: Pick<ProposalRow, 'snapshot'>): Snapshot | null =>
  snapshot ? JSON.parse(snapshot) : null

/** The latest proposal of an order, with its answer. */
export async function findLatest(ctx: TenantContext, orderId: number): Promise<ProposalRow | null> {
  const [row] = await ctx.db
    .select()
    .from(proposals)
    .where(own(ctx, proposals, { orderId }))
    .orderBy(desc(proposals.number))
    .limit(1)
  return row ?? null
}

/** Returns what a customer would be asked to approve now, with those of the pictures that are still on the order. */
export function proposedNow(order: Order, pictures: ProposedOrder['pictures']): ProposedOrder {
  const isThere = ({ file }: { file: string }) => order.attachments.some(({ filename }) => filename === file)
  return proposedOf(order, pictures.filter(isThere))
}

/** Returns the order that a proposal's link leads to. @throws AppError not_found */
export const findLinkedOrder = async (ctx: Pick<Context, 'config' | 'db'>, token: string) =>
  (await findLinked(ctx, 'order', token)).order

/** How the company's customers approve, with its latest terms: without text if it has none. */
export async function findTerms({ db, actor }: TenantContext): Promise<Terms> {
  const { version, text: words, createdAt } = companyTerms
  const { codeFromCents, letsPriceFall, asksDeposit } = companies
  const [found] = await db
    .select({
      version,
      words,
      createdAt: iso<string | null>(createdAt),
      codeFromCents,
      letsPriceFall,
      asksDeposit,
    })
    .from(companies)
    .leftJoin(companyTerms, eq(companyTerms.companyId, companies.id))
    .where(eq(companies.id, actor.companyId))
    .orderBy(desc(version))
    .limit(1)
  const { codeFromCents: cents, words: latest, ...others } = found!
  return {
    ...others,
    text: latest ?? '',
    version: others.version ?? 0,
    codeFrom: cents === null ? '' : centsToDecimal(cents),
  }
}

/** Returns the answers to proposals, oldest first. */
export async function listAnswers(ctx: TenantContext, proposalIds: number[]) {
  const { id, proposalId, kind, name, wish, drawing } = proposalAnswers
  return ctx.db
    .select({
      id,
      proposalId,
      kind,
      name,
      wish,
      drawing,
      createdAt: iso(proposalAnswers.createdAt) as SQL<string>,
    })
    .from(proposalAnswers)
    .where(own(ctx, proposalAnswers, { proposalId: proposalIds }))
    .orderBy(asc(proposalAnswers.id))
}

/** @throws AppError not_found */
export async function getAgreement(ctx: TenantContext, orderId: number): Promise<Agreement> {
  const order = await getOrder(ctx, orderId)
  const rows = await ctx.db
    .select({
      proposal: proposals,
      createdAt: iso(proposals.createdAt) as SQL<string>,
      seenAt: iso<string | null>(proposals.seenAt),
      userName: sql<string | null>`${userName}`,
    })
    .from(proposals)
    .leftJoin(users, eq(users.id, proposals.userId))
    .where(own(ctx, proposals, { orderId }))
    .orderBy(desc(proposals.number))
    .limit(50)
  const all = await listAnswers(
    ctx,
    rows.map(({ proposal }) => proposal.id),
  )
  const today = await todayOf(ctx)
  const before = rows[0] ? snapshotOf(rows[0].proposal) : null
  return {
    state: order.agreement,
    proposals: rows.map(({ proposal, ...times }, at) => {
      const answers = all.filter(({ proposalId }) => proposalId === proposal.id)
      const snapshot = snapshotOf(proposal)
      return {
        ...proposal,
        ...times,
        state: agreementOf({ ...factsOf(proposal), ...(at > 0 && { isEnded: true }) }, today),
        total: snapshot?.proposed.total ?? '',
        signers: snapshot?.signers ?? null,
        waitsFor: snapshot ? signersLeft(snapshot, signedBy(answers)) : [],
        answers,
      }
    }),
    differences: before ? differencesOf(before.proposed, proposedNow(order, before.proposed.pictures)) : [],
    reason: reasonAgainstSending(order),
  }
}

export const factsOf = ({ answer, seenAt, expiresOn, isEnded }: ProposalRow) => ({
  answer,
  expiresOn,
  isEnded,
  isSeen: seenAt !== null,
})

/** Why an order can't be sent to its customer; null if it can. */
export function reasonAgainstSending(order: { status: string; customerEmail: string }): string | null {
  const facts = { answer: null, expiresOn: null, isEnded: false, isSeen: false }
  return reasonAgainstAnswer(order, facts, '')
}
