const summary = `
  id
  name
  legacyResourceId
  sourceIdentifier
  createdAt
  updatedAt
  cancelledAt
  displayFinancialStatus
  displayFulfillmentStatus
  totalReceivedSet { shopMoney { amount } }
  totalRefundedSet { shopMoney { amount } }
`

/** Transactions are read of one order at a time: a page of orders with theirs may cost too much. */
const order = `{
  ${summary}
  capturable
  totalOutstandingSet { shopMoney { amount } }
  transactions(first: 250) {
    id
    kind
    status
    gateway
    formattedGateway
    manualPaymentGateway
    createdAt
    processedAt
    amountSet { shopMoney { amount currencyCode } }
  }
}`

/** Carries an order's attempt key: an `id` is unique in a store, and found at once, by the company's other apps too. */
export const orderKey = { namespace: 'trunkshow', key: 'attempt_key' } as const
const keyFields = `namespace: "${orderKey.namespace}", key: "${orderKey.key}"`

/** What becomes a product of ours: its own fields, its picture as wide as photos are kept, and its first variant. */
const product = `{
  id
  title
  handle
  description
  vendor
  productType
  tags
  status
  totalInventory
  updatedAt
  category { name }
  featuredMedia { preview { image { url(transform: { maxWidth: 960 }) } } }
  variants(first: 1) {
    nodes {
      id
      sku
      price
      taxable
      inventoryItem { requiresShipping measurement { weight { value unit } } }
    }
  }
}`

const node = `{
  id
  codeDiscount {
    __typename
    ... on DiscountCodeBasic { title status usageLimit startsAt endsAt updatedAt tags codes(first: 1) { nodes { code } } }
  }
}`

/** All that this product asks of Shopify, by name. `npm run shopify-types` writes their types. */
export const operations = {
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
    orderUpdate(input: $input) { order { id } userErrors { field message } }
  }`,
  orderMarkAsPaid: `mutation orderMarkAsPaid($id: ID!) {
    orderMarkAsPaid(input: { id: $id }) { order ${order} userErrors { field message } }
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
      nodes { ${summary} }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  productSet: `mutation productSet($input: ProductSetInput!) {
    productSet(synchronous: true, input: $input) { product ${product} userErrors { field message } }
  }`,
  productUpdate: `mutation productUpdate($product: ProductUpdateInput!) {
    productUpdate(product: $product) { product { id updatedAt } userErrors { field message } }
  }`,
  productVariantsBulkUpdate: `mutation productVariantsBulkUpdate($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants) { product ${product} userErrors { field message } }
  }`,
  product: `query product($id: ID!) { product(id: $id) ${product} }`,
  /** By the handle it was made with, without the delay of a search. */
  productByHandle: `query productByHandle($handle: String!) {
    productByIdentifier(identifier: { handle: $handle }) ${product}
  }`,
  products: `query products($query: String, $first: Int!, $after: String) {
    products(query: $query, first: $first, after: $after, sortKey: UPDATED_AT) {
      nodes ${product}
      pageInfo { hasNextPage endCursor }
    }
  }`,
  /** Which of these products or variants there are: null stands for one that is gone. */
  nodes: `query nodes($ids: [ID!]!) { nodes(ids: $ids) { id } }`,
  productsCount: `query productsCount($query: String) { productsCount(query: $query, limit: null) { count } }`,
  discountCodeBasicCreate: `mutation discountCodeBasicCreate($discount: DiscountCodeBasicInput!) {
    discountCodeBasicCreate(basicCodeDiscount: $discount) { codeDiscountNode ${node} userErrors { field message code } }
  }`,
  discountCodeBasicUpdate: `mutation discountCodeBasicUpdate($id: ID!, $discount: DiscountCodeBasicInput!) {
    discountCodeBasicUpdate(id: $id, basicCodeDiscount: $discount) { codeDiscountNode ${node} userErrors { field message code } }
  }`,
  discountCodeActivate: `mutation discountCodeActivate($id: ID!) {
    discountCodeActivate(id: $id) { codeDiscountNode ${node} userErrors { field message code } }
  }`,
  discountCodeDeactivate: `mutation discountCodeDeactivate($id: ID!) {
    discountCodeDeactivate(id: $id) { codeDiscountNode ${node} userErrors { field message code } }
  }`,
  discountCodeDelete: `mutation discountCodeDelete($id: ID!) {
    discountCodeDelete(id: $id) { deletedCodeDiscountId userErrors { field message code } }
  }`,
  discountCode: `query discountCode($id: ID!) { codeDiscountNode(id: $id) ${node} }`,
  discountByCode: `query discountByCode($code: String!) { codeDiscountNodeByCode(code: $code) ${node} }`,
} as const
