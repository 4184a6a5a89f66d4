import { createHmac, randomUUID } from 'node:crypto'
import { schemaVersions } from '../schema-files.ts'
import type { Shop, ShopEvent } from '../shop.ts'

/** A webhook as it is sent; a repeat has the same id. */
export interface Webhook {
  headers: Record<string, string>
  body: string
}

/** The delivery of an event, with the headers of Shopify's page "Webhook delivery structure", signed by the client secret. */
export function signWebhook(shop: Shop, { topic, payload }: ShopEvent, id = randomUUID()): Webhook {
  const body = JSON.stringify(payload)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': `${shop.key}.myshopify.com`,
      'x-shopify-api-version': schemaVersions[0],
      'x-shopify-webhook-id': id,
      // Shopify sends an event to each of its subscriptions; here an event has one.
      'x-shopify-event-id': id,
      'x-shopify-triggered-at': new Date().toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', shop.clientSecret).update(body).digest('base64'),
    },
  }
}
