import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordActivity } from '../../activity/record-activity.ts'
import type { Context } from '../../context.ts'
import { shopifyWebhooks } from '../../db/schema/shopify.ts'
import { type Database, inTransaction } from '../../db/transaction.ts'
import { queueMail } from '../../mail/outbox.ts'
import { erasePerson } from '../../privacy/erase-person.ts'
import type { PrivacyTopic } from './webhook-topics.ts'

/** What is read of a message, and nothing of it is kept. */
const message = z.object({
  customer: z.object({ email: z.string().max(320).nullish() }).nullish(),
  orders_to_redact: z.array(z.int()).max(10_000).nullish(),
  orders_requested: z.array(z.int()).max(10_000).nullish(),
})

function readMessage(body: string) {
  try {
    const { customer, orders_to_redact, orders_requested } = message.parse(JSON.parse(body))
    const numbers = orders_to_redact ?? orders_requested ?? []
    return {
      emails: customer?.email ? [customer.email] : [],
      remoteIds: numbers.map((number) => `gid://shopify/Order/${number}`),
    }
  } catch {
    throw new AppError('invalid', shopifyMessages.privacyUnreadable)
  }
}
type Whom = ReturnType<typeof readMessage>

/** The customers whose orders these are. */
async function customersOf({ db }: Context, companyId: number, { remoteIds }: Whom): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT DISTINCT customer_id AS id FROM orders
    WHERE company_id = ${companyId} AND shopify_order_id = ANY(${sql.param(remoteIds)}::text[])`)
  return rows.map(({ id }) => id)
}

/** Notes that the message came, and nothing of it. @returns whether it came for the first time */
async function noteHandled(db: Database, what: { companyId: number; webhookId: string; topic: string }) {
  const noted = db.insert(shopifyWebhooks).values({ ...what, handledAt: sql`now()` })
  return (await noted.onConflictDoNothing().returning()).length > 0
}

/** Tells the owner that somebody wants to have what is kept about them: the log says who, their history gives it. */
async function tellOfRequest(ctx: Context, companyId: number, webhookId: string, whom: Whom) {
  const customerIds = await customersOf(ctx, companyId, whom)
  const emails = whom.emails.map((email) => email.toLowerCase())
  await inTransaction(ctx, async ({ db }) => {
    if (!(await noteHandled(db, { companyId, webhookId, topic: 'customers/data_request' }))) return
    const { rows } = await db.execute<{ id: number; name: string; ownerId: number }>(sql`
      SELECT c.id, c.first_name || ' ' || c.last_name AS name, owner.id AS "ownerId"
      FROM customers AS c JOIN users AS owner ON owner.company_id = c.company_id AND owner.is_owner
      WHERE c.company_id = ${companyId} AND c.email <> '' AND (
        c.id = ANY(${sql.param(customerIds)}::int[]) OR lower(c.email) = ANY(${sql.param(emails)}::text[])
        OR c.also_emails && ${sql.param(emails)}::text[])
      ORDER BY c.id`)
    for (const { id, name } of rows)
      await recordActivity(
        { db, actor: null },
        {
          companyId,
          activity: 'customer.dataRequested',
          subject: 'customer',
          subjectId: id,
          subjectName: name,
          actorName: 'Shopify',
        },
      )
    const [found] = rows
    if (found)
      await queueMail(
        { db },
        { companyId, userId: found.ownerId, emailType: 'data_request_notice', sequence: 0 },
      )
  })
  ctx.wakeMail()
}

/** Erases the person in the company. */
async function erase(ctx: Context, companyId: number, webhookId: string, person: Whom) {
  const customerIds = await customersOf(ctx, companyId, person)
  const tenant = { ...ctx, actor: { companyId } }
  await erasePerson(tenant, { customerIds, emails: person.emails }, { actorName: 'Shopify' })
  await noteHandled(ctx.db, { companyId, webhookId, topic: 'customers/redact' })
}

const handlers: Record<PrivacyTopic, typeof erase> = {
  'customers/redact': erase,
  'customers/data_request': tellOfRequest,
}

export const isPrivacyTopic = (topic: string): topic is PrivacyTopic => Object.hasOwn(handlers, topic)

/**
 * Carries out a privacy message before it is answered: Shopify repeats what fails for hours, so nothing of the message
 * is stored. A person whom the company does not know needs nothing done.
 *
 * @param companyIds whose stores signed it, switched on or not
 * @throws AppError invalid for what cannot be read; conflict while the person is being imported
 */
export async function handlePrivacy(
  ctx: Context,
  topic: PrivacyTopic,
  body: string,
  { webhookId, companyIds }: { webhookId: string; companyIds: readonly number[] },
): Promise<void> {
  const person = readMessage(body)
  for (const companyId of companyIds) await handlers[topic](ctx, companyId, webhookId, person)
}
