import { discountOperations } from './discount-operations.ts'
import { orderOperations } from './order-operations.ts'
import { productOperations } from './product-operations.ts'

/** The store itself: who it is, what the app may do there, and what it is told of. */
const storeOperations = {
  shop: `query shop {
    shop { name myshopifyDomain currencyCode }
    currentAppInstallation { accessScopes { handle } }
  }`,
  webhookSubscriptions: `query webhookSubscriptions {
    webhookSubscriptions(first: 100) { nodes { id topic uri } }
  }`,
  webhookSubscriptionCreate: `mutation webhookSubscriptionCreate($topic: WebhookSubscriptionTopic!, $uri: String!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) {
      webhookSubscription { id } userErrors { field message }
    }
  }`,
  webhookSubscriptionDelete: `mutation webhookSubscriptionDelete($id: ID!) {
    webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
  }`,
} as const

/**
 * Everything this product ever asks of Shopify, by the name it is called with: nothing else can be sent. A test holds
 * each against Shopify's schema of the pinned and of the next version; `npm run shopify-types` writes their types.
 */
export const operations = {
  ...storeOperations,
  ...orderOperations,
  ...productOperations,
  ...discountOperations,
} as const
