import type { WebhookSubscriptionTopic } from '../client/shopify-types.ts'

interface Topic {
  /** Its name in a subscription; null where it is entered in the app's settings. */
  subscription: WebhookSubscriptionTopic | null
  /** The type of record in Shopify that it names. */
  record: 'Order' | 'Product' | null
  /** Leads to the same for every record, so that all messages of a store are handled at once. */
  isOfStore?: true
}

/** Every topic that is handled, by its name in a delivery (docs/shopify.md, Webhooks; docs/shopify.md, Privacy webhooks). */
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

export function isWebhookTopic(name: string): name is WebhookTopic {
  return Object.hasOwn(webhookTopics, name)
}
