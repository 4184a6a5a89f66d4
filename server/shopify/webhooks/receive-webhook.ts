import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@trunkshow/contract/errors.ts'
import { asciiEmail } from '@trunkshow/contract/person.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { record } from '../../activity/record-activity.ts'
import type { Context } from '../../context.ts'
import { shopifyStores, shopifyWebhooks } from '../../platform/db/schema/shopify.ts'
import { decryptSecret } from '../../platform/db/secrets.ts'
import type { Database } from '../../platform/db/transaction.ts'
import { inMailTransaction, queueEmail } from '../../platform/mail/outbox.ts'
import { erasePerson } from '../../privacy/erase-person.ts'
import type { WebhookSubscriptionTopic } from '../client/shopify-types.ts'
import type { StoreRow } from '../queries.ts'

interface Topic {
  /** Its name in a subscription; null where it is entered in the app's settings. */
  subscription: WebhookSubscriptionTopic | null
  /** The type of record in Shopify that it names. */
  record: 'Order' | 'Product' | null
  /** Leads to the same for every record, so that all messages of a store are handled at once. */
  isOfStore?: true
}

/** Every topic that is handled, by its name in a delivery (docs/shopify.md, Webhooks). */
export const webhookTopics = {
  'orders/updated': { subscription: 'ORDERS_UPDATED', record: 'Order' },
  'orders/cancelled': { subscription: 'ORDERS_CANCELLED', record: 'Order' },
  'orders/paid': { subscription: 'ORDERS_PAID', record: 'Order' },
  'orders/fulfilled': { subscription: 'ORDERS_FULFILLED', record: 'Order' },
  'products/update': { subscription: 'PRODUCTS_UPDATE', record: 'Product', isOfStore: true },
  'products/delete': { subscription: 'PRODUCTS_DELETE', record: 'Product' },
  'app/uninstalled': { subscription: 'APP_UNINSTALLED', record: null, isOfStore: true },
  'shop/redact': { subscription: null, record: null, isOfStore: true },
  'customers/redact': { subscription: null, record: null },
  'customers/data_request': { subscription: null, record: null },
} as const satisfies Record<string, Topic>

export type WebhookTopic = keyof typeof webhookTopics
/** Those about a person, which are handled before they are answered. */
export type PrivacyTopic = Extract<WebhookTopic, `customers/${string}`>

const isWebhookTopic = (name: string): name is WebhookTopic => Object.hasOwn(webhookTopics, name)

function isSigned({ config }: Context, store: StoreRow, body: string, signature: string): boolean {
  const secret =
    store.clientSecret && decryptSecret(config, 'shopify secret', store.companyId, store.clientSecret)
  if (!secret) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Companies may share an address. Those with scopes, which only the store's owner gets, come first. */
const MAX_STORES = 100

/** The record's id, all that is trusted; read as text, since a deletion's number may exceed JavaScript's numbers. */
function readRemoteId(topic: string, body: string): string | null {
  const type = isWebhookTopic(topic) && webhookTopics[topic].record
  if (!type) return null
  try {
    const { id, admin_graphql_api_id } = JSON.parse(body.replace(/"id"\s*:\s*(\d+)/g, '"id":"$1"'))
    const named = String(id ?? admin_graphql_api_id)
    const number = /^(?:gid:\/\/shopify\/\w+\/)?(\d{1,30})$/.exec(named)?.[1]
    return number ? `gid://shopify/${type}/${number}` : null
  } catch {
    return null
  }
}

/**
 * Stores a webhook, once however often it is delivered. A worker reads the change from the store later
 * (docs/shopify.md, Webhooks).
 *
 * @param body exactly as it was sent
 * @throws AppError signed_out when no store with that address signed it; for a message about a person, invalid when it
 *   cannot be read, conflict while the person is being imported
 */
export async function receiveWebhook(
  ctx: Context,
  body: string,
  headers: IncomingHttpHeaders,
): Promise<Record<string, never>> {
  // Newer deliveries leave out the `x-`.
  const read = (name: string) =>
    String(headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`] ?? '').slice(0, 200)
  const [topic, webhookId, signature] = [read('topic'), read('webhook-id'), read('hmac-sha256')]
  const stores = await ctx.db
    .select()
    .from(shopifyStores)
    .where(eq(shopifyStores.address, read('shop-domain').toLowerCase()))
    .orderBy(desc(sql`scopes <> '{}'`))
    .limit(MAX_STORES)
  const signed = stores.filter((store) => isSigned(ctx, store, body, signature))
  if (signed.length === 0 || !webhookId) throw new AppError('signed_out', shopifyMessages.webhookForged)
  if (isPrivacyTopic(topic)) {
    // Before the answer, since Shopify repeats what fails for hours: so nothing of the message is stored. For stores that
    // are turned off too, and a person unknown to the company is a success.
    const person = readMessage(body)
    for (const { companyId } of signed) await privacyHandlers[topic](ctx, companyId, webhookId, person)
    return {}
  }
  const remoteId = readRemoteId(topic, body)
  // Polling finds the changes of a store that is turned off once it is on again.
  const messages = signed.flatMap(({ companyId, enabled }) =>
    enabled || topic === 'shop/redact' ? [{ companyId, webhookId, topic, remoteId }] : [],
  )
  if (messages.length > 0) await ctx.db.insert(shopifyWebhooks).values(messages).onConflictDoNothing()
  ctx.wake('shopify')
  return {}
}

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
  await inMailTransaction(ctx, async ({ db }) => {
    if (!(await markHandled(db, { companyId, webhookId, topic: 'customers/data_request' }))) return
    const { rows } = await db.execute<{ id: number; name: string; ownerId: number }>(sql`
      SELECT c.id, c.first_name || ' ' || c.last_name AS name, owner.id AS "ownerId"
      FROM customers AS c JOIN users AS owner ON owner.company_id = c.company_id AND owner.is_owner
      WHERE c.company_id = ${companyId} AND c.email <> '' AND (
        c.id = ANY(${sql.param(customerIds)}::int[]) OR lower(c.email) = ANY(${sql.param(emails)}::text[])
        OR c.also_emails && ${sql.param(emails)}::text[])
      ORDER BY c.id`)
    const actor = { companyId, name: 'Shopify' }
    for (const { id, name } of rows) await record({ db, actor }, 'customer.dataRequested', { id, name })
    const [found] = rows
    if (found)
      await queueEmail(
        { db },
        { companyId, userId: found.ownerId, emailType: 'data_request_notice', sequence: 0 },
      )
  })
}

async function erase(ctx: Context, companyId: number, webhookId: string, person: Person) {
  const customerIds = await customersOf(ctx, companyId, person)
  const tenant = { ...ctx, actor: { companyId } }
  await erasePerson(tenant, { customerIds, emails: person.emails }, { actorName: 'Shopify' })
  await markHandled(ctx.db, { companyId, webhookId, topic: 'customers/redact' })
}

const privacyHandlers: Record<PrivacyTopic, typeof erase> = {
  'customers/redact': erase,
  'customers/data_request': notifyOwner,
}

const isPrivacyTopic = (topic: string): topic is PrivacyTopic => Object.hasOwn(privacyHandlers, topic)
