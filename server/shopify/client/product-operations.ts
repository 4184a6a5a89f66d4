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

/** The store's catalogue, both ways. */
export const productOperations = {
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
} as const
