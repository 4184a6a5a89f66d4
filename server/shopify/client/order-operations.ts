/** What a look at one of the store's orders reads. */
const order = `{
  id
  name
  legacyResourceId
  sourceIdentifier
  createdAt
  updatedAt
  cancelledAt
  displayFinancialStatus
  displayFulfillmentStatus
}`

/**
 * Carries the attempt key of each order: values of the type `id` are unique in a store and, unlike its search, found
 * at once. The namespace is our own, so another app of the same company finds them too.
 */
export const orderKey = { namespace: 'trunkshow', key: 'attempt_key' } as const
const keyFields = `namespace: "${orderKey.namespace}", key: "${orderKey.key}"`

/** Orders at Shopify, and the job that a cancellation runs as. */
export const orderOperations = {
  metafieldDefinitionCreate: `mutation metafieldDefinitionCreate {
    metafieldDefinitionCreate(definition: { name: "Trunkshow order key", ${keyFields}, type: "id", ownerType: ORDER }) {
      createdDefinition { id }
      userErrors { code field message }
    }
  }`,
  orderByIdentifier: `query orderByIdentifier($attemptKey: String!) {
    orderByIdentifier(identifier: { customId: { ${keyFields}, value: $attemptKey } }) ${order}
  }`,
  orderCreate: `mutation orderCreate($order: OrderCreateOrderInput!, $options: OrderCreateOptionsInput) {
    orderCreate(order: $order, options: $options) { order ${order} userErrors { code field message } }
  }`,
  orderUpdate: `mutation orderUpdate($input: OrderInput!) {
    orderUpdate(input: $input) { order ${order} userErrors { field message } }
  }`,
  orderCancel: `mutation orderCancel($orderId: ID!, $reason: OrderCancelReason!, $restock: Boolean!, $notifyCustomer: Boolean, $staffNote: String) {
    orderCancel(orderId: $orderId, reason: $reason, restock: $restock, notifyCustomer: $notifyCustomer, staffNote: $staffNote) {
      job { id done }
      userErrors: orderCancelUserErrors { field message }
    }
  }`,
  job: `query job($id: ID!) { job(id: $id) { id done } }`,
  order: `query order($id: ID!) { order(id: $id) ${order} }`,
  /** Found by the attempt key it was sent with, or by when it changed. The search index lags behind. */
  orders: `query orders($query: String!, $first: Int!, $after: String) {
    orders(query: $query, first: $first, after: $after, sortKey: UPDATED_AT) {
      nodes ${order}
      pageInfo { hasNextPage endCursor }
    }
  }`,
} as const
