import { createHmac, randomUUID } from 'node:crypto'
import { schemaVersions } from '../schema-files.ts'
import type { Shop, ShopEvent } from '../shop.ts'

/** A webhook as it goes over the wire: the same id every time it is sent again. */
export interface Webhook {
  headers: Record<string, string>
  body: string
}

/** What Shopify would send of an event, with the headers of its page "Webhook delivery structure". @param secret the app's client secret, which signs the very bytes of the body */
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
      // One event may be told to several subscriptions: here each has one.
      'x-shopify-event-id': id,
      'x-shopify-triggered-at': new Date().toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', shop.clientSecret).update(body).digest('base64'),
    },
  }
}
