import { type PageArguments, paginate } from './paginate.ts'
import { type Node, nextId, type Shop } from './shop.ts'

interface Subscription {
  topic: string
  webhookSubscription: { uri: string }
}

/** The shop, the app's scopes, and webhook subscriptions. */
export const shopResolvers = {
  /** Objects by their ids, in that order; null for deleted ones (Shopify's reference of `nodes`). */
  nodes({ ids }: { ids: string[] }, { products, orders }: Shop) {
    if (ids.length > 250) throw new Error(`The input array size of ${ids.length} is greater than 250.`)
    const variants = products.flatMap(({ variants }) => variants as Node[])
    const known = new Map([...products, ...orders, ...variants].map((node) => [node.id, node]))
    return ids.map((id) => {
      const node = known.get(id)
      return node ? { ...node, __typename: id.split('/').at(-2) } : null
    })
  },
  shop: (_: unknown, { key, name, currency }: Shop) => ({
    name,
    myshopifyDomain: `${key}.myshopify.com`,
    currencyCode: currency ?? 'USD', // practice stores of an earlier version have none
  }),
  currentAppInstallation: (_: unknown, { scopes }: Shop) => ({
    accessScopes: scopes.map((handle) => ({ handle })),
  }),
  webhookSubscriptions: (args: PageArguments, shop: Shop) => paginate(shop.subscriptions, args),
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

interface CustomerInput {
  email?: string
  firstName?: string
  lastName?: string
}

export const customerResolvers = {
  customerSet({ identifier, input }: { identifier?: { email?: string }; input: CustomerInput }, shop: Shop) {
    const email = identifier?.email ?? input.email
    if (!email?.includes('@'))
      return {
        customer: null,
        userErrors: [{ field: ['input', 'email'], message: 'Email is invalid', code: null }],
      }
    const known = shop.customers.find((customer) => customer.email === email)
    const customer: Node = Object.assign(known ?? { id: nextId(shop, 'Customer') }, { ...input, email })
    if (!known) shop.customers.push(customer)
    return { customer, userErrors: [] }
  },
}
