import { formatDate } from '@trunkshow/contract/dates.ts'
import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { centsToDecimal, formatMoney, parseCents } from '@trunkshow/contract/money.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { productLine } from '@trunkshow/contract/prices/rules.ts'
import { agreementWords } from '@trunkshow/contract/proposals/fields.ts'
import { type Snapshot, signedBy, signersLeft } from '@trunkshow/contract/proposals/rules.ts'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { users } from '../../platform/db/schema/company.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { proposalAnswers, proposals } from '../../platform/db/schema/proposals.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { greet, withoutLinks } from '../../platform/mail/guest-names.ts'
import { guestCap } from '../../platform/mail/limits.ts'
import type { EmailContext, Notification } from '../../platform/mail/outbox.ts'
import { makePdf } from '../../platform/pdf/make-pdf.ts'
import { findTerms, listAnswers, type ProposalRow, snapshotOf } from './queries.ts'
import { CODE_MINUTES, codeOf, isCodeOpen } from './send-code.ts'
import { linkOf } from './send-proposal.ts'
import { readProposal } from './write-proposal.ts'

/** Returns the proposal that an outbox row is about, and its order; null once its customer was erased. */
async function findProposed({ db }: EmailContext, { companyId, orderId, sequence }: Notification) {
  const [found] = await db
    .select({ proposal: proposals, order: orders })
    .from(proposals)
    .innerJoin(orders, eq(orders.id, proposals.orderId))
    .where(and(eq(proposals.id, sequence), eq(proposals.companyId, companyId)))
  const snapshot = found && found.order.id === orderId ? snapshotOf(found.proposal) : null
  return found && snapshot && found.order.customerEmail ? { ...found, snapshot } : null
}

const facts = ({ proposed, expiresOn }: Snapshot): [string, string][] => [
  ['Order', proposed.order.replace('Order ', '')],
  ['Items', productLine(proposed.lines)],
  ['Total', formatMoney(proposed.total)],
  ...(Number(proposed.deposit) > 0 ? [['Deposit', formatMoney(proposed.deposit)] as [string, string]] : []),
  ...(expiresOn ? [['Valid until', formatDate(expiresOn)] as [string, string]] : []),
]

/** Writes the link to what a customer is asked to approve, unless the order has changed since. */
const proposal: EmailWriter = async (ctx, notification) => {
  const found = await findProposed(ctx, notification)
  if (!found || (found.proposal.isEnded && !notification.isPreview)) return null
  const { order, snapshot } = found
  const sender = snapshot.company || 'Your host'
  return {
    to: { name: withoutLinks(order.customerName), address: order.customerEmail },
    cap: guestCap,
    subject: `${sender}: please review ${snapshot.proposed.order.toLowerCase()}`,
    preview: 'Check every line, then approve it or ask for a change',
    heading: 'Please review your order',
    lead: `${greet(order.customerName)}, please check every line of your order. We begin when you approve, and ask you again if anything changes.`,
    facts: facts(snapshot),
    action: { label: 'Review your order', href: linkOf(ctx, found.proposal) },
    note: 'Opening the link approves nothing.',
  }
}

/** The code to approve with, which staff don't read. */
const code: EmailWriter = async (ctx, notification) => {
  const found = await findProposed(ctx, notification)
  if (!found || !(isCodeOpen(found.proposal) || notification.isPreview)) return null
  const { order, snapshot, proposal } = found
  const secret = codeOf(ctx.config, proposal)
  const name = snapshot.proposed.order.toLowerCase()
  return {
    to: { name: withoutLinks(order.customerName), address: order.customerEmail },
    cap: guestCap,
    subject: `${snapshot.company || 'Your host'}: your code for ${name}`,
    preview: `It works for ${CODE_MINUTES} minutes`,
    heading: secret,
    lead: `${greet(order.customerName)}, enter this code to approve ${name}. It works for ${CODE_MINUTES} minutes.`,
    facts: [],
    note: 'If you didn’t ask for it, ignore this email, and nothing happens.',
    secret,
  }
}

/** A PDF of exactly what was approved. */
async function attached(ctx: EmailContext, proposal: ProposalRow) {
  const paper = await readProposal({ ...ctx, actor: proposal }, proposal)
  if (!paper) return {}
  const filename = `${paper.about[0]}, ${paper.title.toLowerCase()}.pdf`
  return { attachment: { filename, content: await makePdf(proposal.companyId, paper) } }
}

/** Confirms to the customer what they approved. */
const approved: EmailWriter = async (ctx, notification) => {
  const found = await findProposed(ctx, notification)
  if (!found) return null
  const { order, snapshot, proposal } = found
  const { asksDeposit } = await findTerms({ ...ctx, actor: proposal })
  const due = parseCents(snapshot.proposed.deposit)! - order.receivedCents
  const asked = asksDeposit && due > 0 ? formatMoney(centsToDecimal(due)) : null
  return {
    to: { name: withoutLinks(order.customerName), address: order.customerEmail },
    cap: guestCap,
    subject: `${snapshot.company || 'Your host'}: you approved ${snapshot.proposed.order.toLowerCase()}`,
    preview: `Proposal ${snapshot.number}, ${formatMoney(snapshot.proposed.total)}`,
    heading: 'Thank you',
    lead: `${greet(order.customerName)}, you approved your order exactly as it’s shown on its page.${asked ? ` Your deposit of ${asked} is due now.` : ''}`,
    facts: facts(snapshot),
    action: { label: asked ? 'Pay the deposit' : 'See your order', href: linkOf(ctx, proposal) },
    note: 'A copy of what you approved is attached as a PDF.',
    ...(await attached(ctx, proposal)),
  }
}

const verbs = { approved: 'approved', changeAsked: 'asked for a change to', declined: 'declined' }

/** Tells the user who sent it what the customer answered; the owner, if that user is gone. */
const answered: EmailWriter = async (ctx, notification) => {
  const { companyId, sequence: id } = notification
  const [answer] = await ctx.db
    .select()
    .from(proposalAnswers)
    .where(and(eq(proposalAnswers.id, id), eq(proposalAnswers.companyId, companyId)))
  const found = answer && (await findProposed(ctx, { ...notification, sequence: answer.proposalId }))
  if (!found) return null
  const { order, snapshot, proposal } = found
  const answers = await listAnswers({ ...ctx, actor: proposal }, [proposal.id])
  const signed = signedBy(answers.slice(0, answers.findIndex((other) => other.id === id) + 1))
  const [reader] = await ctx.db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(
      and(
        eq(users.companyId, companyId),
        eq(users.isActive, true),
        isNotNull(users.email),
        sql`(${users.id} = ${proposal.userId} OR ${users.isOwner})`,
      ),
    )
    .orderBy(desc(sql`${users.id} = ${proposal.userId}`))
    .limit(1)
  if (!reader?.email) return null
  const verb = verbs[answer.kind]
  const who = answer.name || order.customerName
  const left = answer.kind === 'approved' ? signersLeft(snapshot, signed) : []
  return {
    to: { name: reader.name, address: reader.email },
    subject: `${who} ${verb} ${snapshot.proposed.order.toLowerCase()}`,
    preview: `Proposal ${snapshot.number}, ${formatMoney(snapshot.proposed.total)}`,
    heading: agreementWords[answer.kind][0],
    lead: `${who} ${verb} proposal ${snapshot.number}.${left.length > 0 ? ` It waits for ${left.join(' and ')}.` : ''}`,
    facts: [...facts(snapshot), ...(answer.wish ? [['They wrote', answer.wish] as [string, string]] : [])],
    action: { label: 'Open the order', href: `${ctx.config.publicUrl}${paths.orders()}?orderId=${order.id}` },
    ...(answer.kind === 'approved' && left.length === 0 && (await attached(ctx, proposal))),
  }
}

export const proposalEmails = {
  proposal,
  proposal_approved: approved,
  proposal_answered: answered,
  proposal_code: code,
} satisfies Partial<Record<EmailType, EmailWriter>>
