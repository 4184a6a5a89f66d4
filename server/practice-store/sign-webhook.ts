import { createHmac, randomUUID } from 'node:crypto'
import type { Shop, ShopEvent } from './shop.ts'

/** A webhook as it goes over the wire: the same id every time it is sent again. */
export interface Webhook {
  headers: Record<string, string>
  body: string
}

/** What Shopify would send of an event. @param secret the app's client secret, which signs the very bytes of the body */
export function signWebhook(shop: Shop, { topic, payload }: ShopEvent, id = randomUUID()): Webhook {
  const body = JSON.stringify(payload)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': `${shop.key}.myshopify.com`,
      'x-shopify-webhook-id': id,
      'x-shopify-hmac-sha256': createHmac('sha256', shop.clientSecret).update(body).digest('base64'),
    },
  }
}
