import { formatDate } from '@trunkshow/contract/dates.ts'
import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { paths, urlOf } from '@trunkshow/contract/paths.ts'
import { rights } from '@trunkshow/contract/permissions.ts'
import { type SQL, sql } from 'drizzle-orm'
import { getBrand } from '../../company/queries.ts'
import { users } from '../../platform/db/schema/company.ts'
import { stages } from '../../platform/db/schema/making.ts'
import { rowsOf } from '../../platform/db/statement.ts'
import { readPage } from '../../platform/http/paging.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { greet, withoutLinks } from '../../platform/mail/guest-names.ts'
import { guestCap } from '../../platform/mail/limits.ts'
import {
  type EmailContext,
  type Notification,
  typeAndAudience,
  type WriterContext,
} from '../../platform/mail/outbox.ts'
import { listOrders } from '../list/list-orders.ts'
import { getOrders } from '../queries.ts'
import { countRisks } from './list-board.ts'

/** The order of an email, if it is still at the stage that it tells of. */
async function readAtStage(ctx: WriterContext, { companyId, orderId, sequence, isPreview }: Notification) {
  const own = { ...ctx, actor: { companyId } }
  const [order] = await getOrders(own, [orderId!])
  const [stage] = await rowsOf(own, stages, { id: sequence })
  return order && stage && (order.stageId === stage.id || isPreview) ? { order, stage } : null
}

const factsOf = (order: Order): [string, string][] => [
  ['Order', `#${order.orderNumber}`],
  ['Items', order.items],
  ...(order.promisedOn ? [['Promised for', formatDate(order.promisedOn)] as [string, string]] : []),
]

/** Tells a customer that their order has come to a stage; not if it has left it by then, or the stage is gone. */
const stageBegun: EmailWriter = async (ctx, mail) => {
  const found = await readAtStage(ctx, mail)
  if (!found?.order.customerEmail) return null
  const { order, stage } = found
  const sender = (await getBrand(ctx, mail.companyId)).name || 'Your host'
  const name = orderName(order)
  const words = stage.words || stage.name
  return {
    to: { name: withoutLinks(order.customerName), address: order.customerEmail },
    cap: guestCap,
    subject: `${sender}: ${name.toLowerCase()} is at “${words}”`,
    preview: order.items,
    heading: words,
    lead: `${greet(order.customerName)}, your order has come to its next step: ${words}.`,
    facts: factsOf(order),
  }
}

/** Tells the colleague who serves the order by then. */
const stageBegunNotice: EmailWriter = async (ctx, mail) => {
  const found = await readAtStage(ctx, mail)
  const id = found?.order.assignee?.id
  const [reader] = id ? await rowsOf({ ...ctx, actor: mail }, users, { id, isActive: true }) : []
  if (!found || !reader?.email) return null
  const { order, stage } = found
  const name = orderName(order)
  return {
    to: { name: reader.name, address: reader.email },
    subject: `${name} is at “${stage.name}”`,
    preview: order.items,
    lead: `${name} of ${order.customerName}, which is assigned to you, has come to ${stage.name}.`,
    facts: factsOf(order),
    action: {
      label: 'Open order',
      href: ctx.config.publicUrl + urlOf(paths.orders(), {}, { orderId: order.id }),
    },
  }
}

const MAX_LINES = 10
const risks = [
  ['late', 'late'],
  ['atRisk', 'at risk of being late'],
  ['notStarted', 'paid and not started'],
] as const

/** Tells a user in the morning what is late, at risk or not started; not if nothing is. */
const makingNews: EmailWriter = async (ctx, { companyId, userId: reader, isPreview }) => {
  const userId = reader ?? 0
  const own = { ...ctx, actor: { companyId, userId } }
  const [user] = await rowsOf(own, users, { id: userId, isActive: true })
  const counts = await countRisks(own)
  const hasNone = risks.every(([risk]) => counts[risk] === 0)
  if (!user?.email || (hasNone && !isPreview)) return null
  const groups = []
  for (const [risk, words] of risks) {
    if (counts[risk] === 0) continue
    const page = readPage({ limit: MAX_LINES, count: false })
    const { items } = await listOrders(own, page, { making: risk, sort: 'due' })
    const lines = items.map(({ customerName, items, promisedOn, neededBy, ...order }) =>
      [
        `${orderName(order)}, ${customerName}: ${items}`,
        ...(promisedOn ? [`promised ${formatDate(promisedOn)}`] : []),
        ...(neededBy ? [`needed ${formatDate(neededBy)}`] : []),
      ].join(' · '),
    )
    const more = counts[risk] - lines.length
    groups.push({
      title: `${counts[risk]} ${words}`,
      href: `${ctx.config.publicUrl}${paths.board()}?making=${risk}`,
      lines: more > 0 ? [...lines, `and ${more} more`] : lines,
    })
  }
  return {
    to: { name: user.name, address: user.email },
    // An order may be in two of them.
    subject: `Your orders: ${groups.map(({ title }) => title).join(', ') || 'nothing is late'}`,
    preview: groups[0]?.lines[0] ?? '',
    lead: 'This is how your orders stand this morning.',
    groups,
    action: { label: 'Open Making', href: ctx.config.publicUrl + paths.board() },
    note: 'Your company sends this once a day: Settings → Making.',
  }
}

/**
 * Queues the morning email of each company whose clock has come to seven and that makes orders, once a day, for those
 * who may edit orders (docs/product.md, Making).
 *
 * @param now the time to do it for, as a timestamp of PostgreSQL; the database's own clock unless given
 * @returns how many
 */
export async function queueMornings({ db }: EmailContext, now: SQL = sql`now()`): Promise<number> {
  const { rowCount } = await db.execute(sql`
    WITH told AS (
      UPDATE companies SET making_told = wall_clock(${now}, time_zone)::date
      WHERE id IN (
        SELECT id FROM companies AS c
        WHERE mails_mornings AND wall_clock(${now}, time_zone)::time >= '07:00'
          AND making_told IS DISTINCT FROM wall_clock(${now}, time_zone)::date
          AND EXISTS (SELECT FROM orders WHERE company_id = c.id AND status IN ('pending', 'paid'))
        FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id
    )
    INSERT INTO email_notifications (company_id, user_id, email_type, audience)
    SELECT told.id, users.id, ${typeAndAudience('making_news')} FROM told JOIN users ON users.company_id = told.id
    WHERE users.is_active AND users.email <> '' AND users.role = ANY (${sql.param([...rights['orders.edit']])}::text[])`)
  return rowCount ?? 0
}

export const makingEmails = {
  stage_begun: stageBegun,
  stage_begun_notice: stageBegunNotice,
  making_news: makingNews,
} satisfies Partial<Record<EmailType, EmailWriter>>
