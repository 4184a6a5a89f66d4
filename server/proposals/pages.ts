import { formatDate } from '@trunkshow/contract/dates.ts'
import { AppError, nothingHere } from '@trunkshow/contract/errors.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { proposalMessages as text } from '@trunkshow/contract/proposals/messages.ts'
import {
  differencesOf,
  reasonAgainstAnswer,
  signedBy,
  signersLeft,
} from '@trunkshow/contract/proposals/rules.ts'
import { answerForm } from '@trunkshow/contract/proposals/schema.ts'
import type { OrderPage } from '@trunkshow/contract/visitor-page.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { and, desc, lt } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findBrand, getCompanyZone } from '../company/queries.ts'
import type { StaffContext, TenantContext } from '../context.ts'
import { attachmentKey } from '../orders/files/store-attachments.ts'
import { findMaking } from '../orders/making/queries.ts'
import { todayOf } from '../orders/money/queries.ts'
import { readReceipt } from '../orders/money/write-papers.ts'
import { answerProposal, markSeen } from '../orders/proposals/answer-proposal.ts'
import {
  factsOf,
  findLatest,
  findLinkedOrder,
  listAnswers,
  type ProposalRow,
  proposedNow,
  snapshotOf,
} from '../orders/proposals/queries.ts'
import { isCodeOpen } from '../orders/proposals/send-code.ts'
import { previewProposal } from '../orders/proposals/send-proposal.ts'
import { readProposal } from '../orders/proposals/write-proposal.ts'
import { getOrder } from '../orders/queries.ts'
import { attachments } from '../platform/db/schema/orders.ts'
import { proposals } from '../platform/db/schema/proposals.ts'
import { own } from '../platform/db/statement.ts'
import { parseForm } from '../platform/http/errors.ts'
import { extendPolicy } from '../platform/http/pages/content-security-policy.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { assertAccess } from '../platform/http/route.ts'
import { sendPdf, sendPrivateFile } from '../platform/http/send-file.ts'
import type { ByToken } from '../platform/http/tokens.ts'
import { endingOf } from '../platform/http/uploads.ts'
import { makePdf } from '../platform/pdf/make-pdf.ts'
import type { Paper } from '../platform/pdf/paper.ts'
import { CHECKOUT, payOptions, payTarget } from '../stripe/pay-options.ts'
import { startPayment } from '../stripe/request-payment.ts'

/** What the page says of a proposal that was answered or can't be any more. */
function noticeOf(
  { answer, isEnded }: ProposalRow,
  reason: string | null,
  { signed, left }: Record<'signed' | 'left', string[]>,
): OrderPage['notice'] {
  if (reason === text.orderCanceled) return { text: reason, isGood: false }
  if (isEnded) return { text: text.beingChanged, isGood: false }
  if (answer === 'approved') return { text: 'You approved this order. We emailed you a copy.', isGood: true }
  if (reason) return { text: reason, isGood: false }
  if (signed.length > 0 && left.length > 0)
    return {
      text: `${signed.join(' and ')} approved this order. We’re waiting for ${left.join(' and ')}.`,
      isGood: true,
    }
  if (answer === 'changeAsked')
    return { text: 'We got your message and will send you a new proposal.', isGood: true }
  return answer === 'declined' ? { text: 'You declined this order.', isGood: false } : undefined
}

/** What is new since the proposal that came before, or since the approval if the price fell after it. */
async function changesOf(
  ctx: TenantContext,
  latest: ProposalRow,
  order: Order,
): Promise<OrderPage['changes']> {
  const is = snapshotOf(latest)
  const zone = await getCompanyZone(ctx)
  const since = (row: ProposalRow) => formatDate(wallClock(row.createdAt, zone).date)
  if (is && latest.answer === 'approved' && !latest.isEnded) {
    const now = proposedNow(order, is.proposed.pictures)
    const differences = differencesOf(is.proposed, now)
    return differences.length > 0 ? { since: since(latest), differences } : null
  }
  const [before] = await ctx.db
    .select()
    .from(proposals)
    .where(and(own(ctx, proposals, { orderId: latest.orderId }), lt(proposals.number, latest.number)))
    .orderBy(desc(proposals.number))
    .limit(1)
  const was = before && snapshotOf(before)
  if (!before || !was || !is) return null
  const differences = differencesOf(was.proposed, is.proposed)
  return differences.length > 0 ? { since: since(before), differences } : null
}

/** How far an order is, as its customer reads it; the rows without a value are left out. */
async function makingOf(ctx: TenantContext, { stageId, stageSince, promisedOn, status }: Order) {
  const stage = (await findMaking(ctx)).stages.find(({ id }) => id === stageId)
  const done = { shipped: 'Sent', delivered: 'Delivered', completed: 'Completed' }[status as string]
  const rows = [
    { label: 'Now', value: done ?? (stage && (stage.words || stage.name)) },
    { label: 'Since', value: done ? null : stageSince && formatDate(stageSince) },
    { label: 'Promised', value: promisedOn && formatDate(promisedOn) },
  ]
  return rows.flatMap(({ label, value }) => (value ? [{ label, value }] : []))
}

async function sendOrderPage(
  request: FastifyRequest<ByToken>,
  reply: FastifyReply,
  outcome: Partial<OrderPage> = {},
  status = 200,
) {
  const { params } = request
  const order = await findLinkedOrder(request.ctx, params.token)
  const ctx = { ...request.ctx, actor: order }
  const latest = await findLatest(ctx, order.id)
  const snapshot = latest && snapshotOf(latest)
  if (!latest || !snapshot) throw new AppError('not_found', text.notFound)
  const reason = reasonAgainstAnswer(order, factsOf(latest), await todayOf(ctx))
  const signed = signedBy(await listAnswers(ctx, [latest.id]))
  const left = signersLeft(snapshot, signed)
  const notice = noticeOf(latest, reason, { signed, left })
  const { received, due, choices, reason: unpayable } = await payOptions(request.ctx, order)
  const brand = await findBrand(ctx, order.companyId)
  extendPolicy(reply, 'form-action', [CHECKOUT])
  const isApproved = latest.answer === 'approved' && !latest.isEnded
  const full = await getOrder(ctx, order.id)
  const page: OrderPage = {
    page: 'order',
    token: params.token,
    snapshot,
    ...(notice && { notice }),
    canAnswer: reason === null,
    signers: left,
    ...(isCodeOpen(latest) && { codeSentTo: order.customerEmail.replace(/^(.).*@/, '$1…@') }),
    changes: await changesOf(ctx, latest, full),
    making: isApproved ? await makingOf(ctx, full) : [],
    money: {
      received,
      due,
      receipts: receiptsOf(full).map(({ id, kind, receivedOn, net }) => ({
        id,
        label: `${kind === 'refund' ? 'Refunded' : 'Paid'} ${formatDate(receivedOn)}`,
        amount: formatMoney(net),
      })),
      choices: unpayable || !isApproved ? [] : choices,
    },
    ...outcome,
  }
  return sendPage(request, reply, page, status, brand)
}

/** What the page's forms send: an answer, or a payment of what was approved. */
const pageForm = z.union([z.object({ purpose: z.enum(['deposit', 'balance']) }), answerForm])

async function postOrder(request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const { ctx, params, body, headers } = request
  const { name, wish, agreed, drawing } = Object(body) as Partial<
    Record<'name' | 'wish' | 'agreed' | 'drawing', string>
  >
  const typed = {
    ...(name && { name: String(name) }),
    ...(wish && { wish: String(wish) }),
    ...(agreed && { agreed: true }),
    ...(drawing && { drawing: String(drawing) }),
  }
  try {
    const given =
      'purpose' in Object(body) ? parseForm(pageForm.options[0], body) : parseForm(answerForm, body)
    if ('purpose' in given) {
      const { id: orderId, companyId } = await findLinkedOrder(ctx, params.token)
      const url = await startPayment(ctx, { companyId, orderId }, given)
      const target = payTarget(ctx, url)
      return target ? reply.redirect(target, 303) : sendOrderPage(request, reply, { payAt: url })
    }
    const answered = await answerProposal(ctx, params.token, given, headers['user-agent'] ?? '')
    if (!answered) return sendOrderPage(request, reply, { typed })
    return reply.redirect(paths.customerOrder(params.token), 303)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error
    return sendOrderPage(request, reply, { refused: error.body, typed }, error.status)
  }
}

/** Sends the order's latest proposal as a PDF. */
async function sendProposalPdf({ ctx: given, params }: FastifyRequest<ByToken>, reply: FastifyReply) {
  const order = await findLinkedOrder(given, params.token)
  const ctx = { ...given, actor: order }
  const latest = await findLatest(ctx, order.id)
  const paper = latest && (await readProposal(ctx, latest))
  if (!paper) throw nothingHere()
  return sendPaper(reply, order, paper)
}

async function sendPaper(reply: FastifyReply, { companyId }: { companyId: number }, paper: Paper) {
  const name = `${paper.about[0]} ${paper.title}`.replaceAll(/[# .]+/g, '-')
  return sendPdf(reply, name, await makePdf(companyId, paper, endingOf(reply)))
}

/** The payments and refunds that corrections leave something of. */
const receiptsOf = ({ money }: Order) =>
  money.entries.filter(({ corrects, net }) => corrects === null && Number(net) !== 0)

/** Sends the receipt of a payment or refund of the order, as it was emailed. */
async function sendReceipt(request: FastifyRequest<ByReceipt>, reply: FastifyReply) {
  const { token, id } = request.params
  const linked = await findLinkedOrder(request.ctx, token)
  const ctx = { ...request.ctx, actor: linked }
  const order = await getOrder(ctx, linked.id)
  const entry = receiptsOf(order).find((entry) => String(entry.id) === id)
  if (!entry) throw nothingHere()
  return sendPaper(reply, linked, await readReceipt(ctx, order, entry.id))
}

interface ByReceipt {
  Params: { token: string; id: string }
}

interface ByFile {
  Params: { token: string; file: string }
}

/** Sends a picture that was chosen for the customer, and no other file of the order. */
async function sendPicture(request: FastifyRequest<ByFile>, reply: FastifyReply) {
  const { token, file: filename } = request.params
  const order = await findLinkedOrder(request.ctx, token)
  const ctx = { ...request.ctx, actor: order }
  const latest = await findLatest(ctx, order.id)
  const pictures = (latest && snapshotOf(latest))?.proposed.pictures ?? []
  if (!pictures.some(({ file }) => file === filename)) throw nothingHere()
  const [file] = await ctx.db
    .select()
    .from(attachments)
    .where(own(ctx, attachments, { orderId: order.id, filename }))
  return sendPrivateFile(
    request,
    reply,
    file && { ...file, key: attachmentKey({ orderId: order.id, filename }) },
  )
}

export function proposalPages(app: FastifyInstance) {
  app.get<ByToken>(paths.customerOrder(':token'), async (request, reply) => sendOrderPage(request, reply))
  app.post<ByToken>(paths.customerOrder(':token'), postOrder)
  app.post<ByToken>(paths.customerOrderSeen(':token'), async ({ ctx, params }, reply) => {
    await markSeen(ctx, params.token)
    return reply.code(204).send()
  })
  app.get<ByToken>(paths.customerOrderPdf(':token'), sendProposalPdf)
  app.get<ByReceipt>(paths.orderReceipt(':token', ':id'), sendReceipt)
  app.get<ByFile>(paths.orderPicture(':token', ':file'), sendPicture)
  app.get<{ Params: { id: string } }>(paths.orderPreview(':id'), async (request, reply) => {
    assertAccess('orders.edit', request.ctx)
    const ctx = request.ctx as StaffContext
    const id = z.coerce.number().int().positive().catch(0).parse(request.params.id)
    const snapshot = await previewProposal(ctx, id)
    const brand = await findBrand(ctx, ctx.actor.companyId)
    const page: OrderPage = {
      page: 'order',
      token: null,
      snapshot,
      canAnswer: true,
      signers: [],
      changes: null,
      money: null,
    }
    return sendPage(request, reply, page, 200, brand)
  })
}
