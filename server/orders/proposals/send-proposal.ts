import { createHash } from 'node:crypto'
import { assertAllowed, fieldError } from '@trunkshow/contract/errors.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { proposalMessages as text } from '@trunkshow/contract/proposals/messages.ts'
import { type ProposedOrder, proposedOf, type Snapshot } from '@trunkshow/contract/proposals/rules.ts'
import type { Agreement, ProposalInput } from '@trunkshow/contract/proposals/schema.ts'
import { getBrand } from '../../company/queries.ts'
import type { Context, StaffContext } from '../../context.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { proposals } from '../../platform/db/schema/proposals.ts'
import { changeRows, own } from '../../platform/db/statement.ts'
import { consumePoint, rateLimits } from '../../platform/http/guards/rate-limits.ts'
import { linkTo } from '../../platform/http/tokens.ts'
import { inMailTransaction, mailboxOf, queueEmail } from '../../platform/mail/outbox.ts'
import { lockOrder, recordOrder } from '../change/record-order.ts'
import { attachmentKey } from '../files/store-attachments.ts'
import { todayOf } from '../money/queries.ts'
import { getOrder, ownOrder } from '../queries.ts'
import {
  canonical,
  findLatest,
  findTerms,
  getAgreement,
  hashOf,
  type ProposalRow,
  reasonAgainstSending,
} from './queries.ts'

export const linkOf = ({ config }: Pick<Context, 'config'>, { publicId }: Pick<ProposalRow, 'publicId'>) =>
  linkTo(config, 'order', publicId)

/**
 * Freezes an order as it is now for its customer to approve, and emails the link. Sent again with nothing changed, it is
 * the same proposal.
 *
 * @throws AppError not_found; conflict for a canceled or erased order; invalid for a day that is past or a picture that is
 *   not on the order; too_many
 */
export async function sendProposal(
  ctx: StaffContext,
  orderId: number,
  { expiresOn = null, pictures: ids, signers: names, allSign: all }: ProposalInput,
): Promise<Agreement> {
  const { companyId, userId } = ctx.actor
  await consumePoint(ctx, rateLimits.paymentLinksOfCompany, companyId, text.busy)
  const pictures = await readPictures(ctx, await getOrder(ctx, orderId), ids)
  await inMailTransaction(ctx, async (ctx) => {
    await lockOrder(ctx, orderId)
    const order = await getOrder(ctx, orderId)
    assertAllowed(reasonAgainstSending(order))
    if (expiresOn !== null && expiresOn < (await todayOf(ctx)))
      throw fieldError('invalid', 'expiresOn', text.expiresEarlier)
    const latest = await findLatest(ctx, orderId)
    const snapshot = await makeSnapshot(ctx, order, {
      pictures,
      expiresOn,
      latest,
      ...(names.length > 0 && { signers: { names, all } }),
    })
    const recipient = mailboxOf(ctx.config, order.customerEmail)
    const isSame = latest && !latest.isEnded && latest.recipient === recipient && isSameAs(latest, snapshot)
    const sent = isSame ? latest : await storeProposal(ctx, orderId, { snapshot, recipient, userId })
    await queueEmail(ctx, { companyId, orderId, emailType: 'proposal', sequence: sent.id })
    const change = { field: `Proposal ${sent.number}`, from: null, to: `sent, ${formatMoney(order.total)}` }
    await recordOrder(ctx, 'order.proposed', order, [change])
  })
  return getAgreement(ctx, orderId)
}

async function makeSnapshot(
  ctx: StaffContext,
  order: Order,
  {
    latest,
    pictures,
    ...chosen
  }: Pick<Snapshot, 'expiresOn' | 'signers'> & {
    pictures: ProposedOrder['pictures']
    latest: ProposalRow | null
  },
): Promise<Snapshot> {
  const { version, text: words } = await findTerms(ctx)
  const { name } = await getBrand(ctx, ctx.actor.companyId)
  return {
    format: 1,
    number: (latest?.number ?? 0) + 1,
    company: name ?? '',
    terms: words ? { version, text: words } : null,
    ...chosen,
    proposed: proposedOf(order, pictures),
  }
}

/** Returns what would be sent now, without its pictures. @throws AppError not_found */
export async function previewProposal(ctx: StaffContext, orderId: number): Promise<Snapshot> {
  const order = await getOrder(ctx, orderId)
  return makeSnapshot(ctx, order, { pictures: [], expiresOn: null, latest: await findLatest(ctx, orderId) })
}

const isSameAs = (latest: ProposalRow, snapshot: Snapshot) =>
  canonical({ ...snapshot, number: latest.number }) === latest.snapshot

async function storeProposal(
  ctx: StaffContext,
  orderId: number,
  { snapshot, ...row }: { snapshot: Snapshot; recipient: string; userId: number },
): Promise<ProposalRow> {
  const { companyId } = ctx.actor
  const { number, expiresOn } = snapshot
  const kept = canonical(snapshot)
  await ctx.db
    .update(proposals)
    .set({ isEnded: true })
    .where(own(ctx, proposals, { orderId, isEnded: false }))
  const [made] = await ctx.db
    .insert(proposals)
    .values({ ...row, companyId, orderId, number, expiresOn, snapshot: kept, hash: hashOf(kept) })
    .returning()
  await changeRows(ctx, orders, ownOrder(ctx, orderId), { proposalId: made!.id })
  return made!
}

/** Returns the chosen pictures of an order with the hash of their content. @throws AppError invalid for any other */
async function readPictures(ctx: StaffContext, order: Order, ids: readonly number[]) {
  const pictures: ProposedOrder['pictures'] = []
  for (const id of ids) {
    const found = order.attachments.find((file) => file.id === id && file.fileType.startsWith('image/'))
    if (!found) throw fieldError('invalid', 'pictures', text.pictureGone)
    const { displayName: name, filename: file } = found
    const content = await ctx.files.getBytes(attachmentKey(found)).catch(() => {
      throw fieldError('invalid', 'pictures', text.pictureGone)
    })
    pictures.push({ name, file, sha256: createHash('sha256').update(content).digest('hex') })
  }
  return pictures
}
