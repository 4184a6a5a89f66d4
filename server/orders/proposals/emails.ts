import { formatDate } from '@trunkshow/contract/dates.ts'
import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { productLine } from '@trunkshow/contract/prices/rules.ts'
import { agreementWords } from '@trunkshow/contract/proposals/fields.ts'
import type { Snapshot } from '@trunkshow/contract/proposals/rules.ts'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { users } from '../../platform/db/schema/company.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { proposalAnswers, proposals } from '../../platform/db/schema/proposals.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { greet, withoutLinks } from '../../platform/mail/guest-names.ts'
import { guestCap } from '../../platform/mail/limits.ts'
import type { EmailContext, Notification } from '../../platform/mail/outbox.ts'
import { makePdf } from '../../platform/pdf/make-pdf.ts'
import { type ProposalRow, snapshotOf } from './queries.ts'
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
  return {
    to: { name: withoutLinks(order.customerName), address: order.customerEmail },
    cap: guestCap,
    subject: `${snapshot.company || 'Your host'}: you approved ${snapshot.proposed.order.toLowerCase()}`,
    preview: `Proposal ${snapshot.number}, ${formatMoney(snapshot.proposed.total)}`,
    heading: 'Thank you',
    lead: `${greet(order.customerName)}, you approved your order exactly as it’s shown on its page.`,
    facts: facts(snapshot),
    action: { label: 'See your order', href: linkOf(ctx, proposal) },
    note: 'A copy of what you approved is attached as a PDF.',
    ...(await attached(ctx, proposal)),
  }
}

const verbs = { approved: 'approved', changeAsked: 'asked for a change to', declined: 'declined' }

/** Tells the user who sent it what the customer answered; the owner, if that user is gone. */
const answered: EmailWriter = async (ctx, notification) => {
  const found = await findProposed(ctx, notification)
  if (!found) return null
  const { order, snapshot, proposal } = found
  const { companyId } = notification
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
  const [answer] = await ctx.db
    .select()
    .from(proposalAnswers)
    .where(eq(proposalAnswers.proposalId, proposal.id))
    .orderBy(desc(proposalAnswers.id))
    .limit(1)
  if (!reader?.email || !answer) return null
  const verb = verbs[answer.kind]
  return {
    to: { name: reader.name, address: reader.email },
    subject: `${order.customerName} ${verb} ${snapshot.proposed.order.toLowerCase()}`,
    preview: `Proposal ${snapshot.number}, ${formatMoney(snapshot.proposed.total)}`,
    heading: agreementWords[answer.kind][0],
    lead: `${order.customerName} ${verb} proposal ${snapshot.number}.`,
    facts: [...facts(snapshot), ...(answer.wish ? [['They wrote', answer.wish] as [string, string]] : [])],
    action: { label: 'Open the order', href: `${ctx.config.publicUrl}${paths.orders()}?orderId=${order.id}` },
    ...(answer.kind === 'approved' && (await attached(ctx, proposal))),
  }
}

export const proposalEmails = {
  proposal,
  proposal_approved: approved,
  proposal_answered: answered,
} satisfies Partial<Record<EmailType, EmailWriter>>
