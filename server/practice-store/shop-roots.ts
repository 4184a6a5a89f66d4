import { type PageArguments, pageOf } from './page-of.ts'
import { type Node, nextId, type Shop } from './shop.ts'

interface Subscription {
  topic: string
  webhookSubscription: { uri: string }
}

/** The shop itself, what the app may do in it, and what it tells of. */
export const shopRoots = {
  shop: (_: unknown, { key, name, currency }: Shop) => ({
    name,
    myshopifyDomain: `${key}.myshopify.com`,
    currencyCode: currency ?? 'USD', // a practice store made by an earlier version has none
  }),
  currentAppInstallation: (_: unknown, { scopes }: Shop) => ({
    accessScopes: scopes.map((handle) => ({ handle })),
  }),
  webhookSubscriptions: (args: PageArguments, shop: Shop) => pageOf(shop.subscriptions, args),
  webhookSubscriptionCreate({ topic, webhookSubscription: { uri } }: Subscription, shop: Shop) {
    if (shop.subscriptions.some((known) => known.topic === topic && known.uri === uri)) {
      const message = 'Address for this topic has already been taken'
      return { webhookSubscription: null, userErrors: [{ field: ['webhookSubscription', 'uri'], message }] }
    }
    const subscription: Node = { id: nextId(shop, 'WebhookSubscription'), topic, uri }
    shop.subscriptions.push(subscription)
    return { webhookSubscription: subscription, userErrors: [] }
  },
  webhookSubscriptionDelete({ id }: { id: string }, shop: Shop) {
    const known = shop.subscriptions.some((subscription) => subscription.id === id)
    shop.subscriptions = shop.subscriptions.filter((subscription) => subscription.id !== id)
    const message = 'Webhook subscription does not exist'
    return {
      deletedWebhookSubscriptionId: known ? id : null,
      userErrors: known ? [] : [{ field: ['id'], message }],
    }
  },
}
