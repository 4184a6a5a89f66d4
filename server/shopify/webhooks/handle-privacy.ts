import { AppError } from '@trunkshow/contract/errors.ts'
import { asciiEmail } from '@trunkshow/contract/person.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordActivity } from '../../activity/record-activity.ts'
import type { Context } from '../../context.ts'
import { shopifyWebhooks } from '../../platform/db/schema/shopify.ts'
import { type Database, inTransaction } from '../../platform/db/transaction.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { erasePerson } from '../../privacy/erase-person.ts'
import type { PrivacyTopic } from './webhook-topics.ts'

/** The fields that are read; none is stored. */
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
      emails: customer?.email ? [asciiEmail(customer.email)] : [],
      remoteIds: numbers.map((number) => `gid://shopify/Order/${number}`),
    }
  } catch {
    throw new AppError('invalid', shopifyMessages.privacyUnreadable)
  }
}
type Person = ReturnType<typeof readMessage>

async function customersOf({ db }: Context, companyId: number, { remoteIds }: Person): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT DISTINCT customer_id AS id FROM orders
    WHERE company_id = ${companyId} AND shopify_order_id = ANY(${sql.param(remoteIds)}::text[])`)
  return rows.map(({ id }) => id)
}

/** Stores that the message came, without its content. @returns whether this was the first time */
async function markHandled(db: Database, what: { companyId: number; webhookId: string; topic: string }) {
  const inserting = db.insert(shopifyWebhooks).values({ ...what, handledAt: sql`now()` })
  return (await inserting.onConflictDoNothing().returning()).length > 0
}

/** Emails the owner that a customer requests their data: the activity log names the customer, whose history can be exported. */
async function notifyOwner(ctx: Context, companyId: number, webhookId: string, person: Person) {
  const customerIds = await customersOf(ctx, companyId, person)
  const emails = person.emails.map((email) => email.toLowerCase())
  await inTransaction(ctx, async ({ db }) => {
    if (!(await markHandled(db, { companyId, webhookId, topic: 'customers/data_request' }))) return
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
      await queueEmail(
        { db },
        { companyId, userId: found.ownerId, emailType: 'data_request_notice', sequence: 0 },
      )
  })
  ctx.wakeEmailWorker()
}

async function erase(ctx: Context, companyId: number, webhookId: string, person: Person) {
  const customerIds = await customersOf(ctx, companyId, person)
  const tenant = { ...ctx, actor: { companyId } }
  await erasePerson(tenant, { customerIds, emails: person.emails }, { actorName: 'Shopify' })
  await markHandled(ctx.db, { companyId, webhookId, topic: 'customers/redact' })
}

const handlers: Record<PrivacyTopic, typeof erase> = {
  'customers/redact': erase,
  'customers/data_request': notifyOwner,
}

export const isPrivacyTopic = (topic: string): topic is PrivacyTopic => Object.hasOwn(handlers, topic)

/**
 * Carries out a privacy message before it is answered: Shopify repeats what fails for hours, so nothing of the message
 * is stored. A person unknown to the company is a success.
 *
 * @param companyIds the companies whose stores signed it, turned on or not
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
