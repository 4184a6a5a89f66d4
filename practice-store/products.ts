import {
  byUpdatedAt,
  type Node,
  nextId,
  now,
  type PageArguments,
  paginate,
  type Shop,
  search,
} from './shop.ts'
import { deletedPayload, productPayload } from './webhooks.ts'

interface ProductInput {
  id?: string
  title?: string
  handle?: string
  descriptionHtml?: string
  vendor?: string
  productType?: string
  tags?: string[]
  status?: string
  variants?: VariantInput[]
}
interface VariantInput {
  id?: string
  sku?: string
  price?: string
  taxable?: boolean
  inventoryItem?: { sku?: string; requiresShipping?: boolean }
}

const refuse = (field: string, message: string) => ({
  product: null,
  userErrors: [{ field: [field], message, code: null }],
})
/** Returns a product's first picture with this URL. */
export const mediaOf = (url: string) => ({ __typename: 'MediaImage', preview: { image: { url } } })
const find = (shop: Shop, id: string | undefined) => shop.products.find((product) => product.id === id)

/** Shopify returns amounts without a second trailing zero: `20.0`. */
function formatAmount(amount: string | number = '0'): string {
  const cents = Number(amount).toFixed(2)
  return cents.endsWith('0') ? cents.slice(0, -1) : cents
}

function makeVariant(shop: Shop, { sku, price, taxable, inventoryItem }: VariantInput): Node {
  return {
    id: nextId(shop, 'ProductVariant'),
    sku: sku ?? inventoryItem?.sku ?? '',
    price: formatAmount(price),
    taxable: taxable ?? true,
    inventoryItem: {
      requiresShipping: inventoryItem?.requiresShipping ?? true,
      measurement: { weight: { value: 0, unit: 'KILOGRAMS' } },
    },
  }
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Adds a product, as the store's staff would. */
export function addProduct(shop: Shop, input: ProductInput & Record<string, unknown>): Node {
  const { variants = [{}], descriptionHtml = '', ...given } = input
  const product: Node = {
    title: '',
    handle: `product-${shop.lastId + 1}`,
    description: textOf(descriptionHtml),
    descriptionHtml,
    vendor: shop.name,
    productType: '',
    tags: [],
    status: 'ACTIVE',
    totalInventory: 0,
    category: null,
    featuredMedia: null,
    updatedAt: now(),
    ...given,
    id: nextId(shop, 'Product'),
    variants: variants.map((variant) => makeVariant(shop, variant)),
  }
  shop.products.push(product)
  recordUpdate(shop, product)
  return product
}

export function changeProduct(shop: Shop, product: Node, changes: Record<string, unknown>) {
  const { descriptionHtml } = changes
  Object.assign(product, changes, { updatedAt: now() })
  if (typeof descriptionHtml === 'string') product.description = textOf(descriptionHtml)
  recordUpdate(shop, product)
}

export function removeProduct(shop: Shop, product: Node) {
  shop.products = shop.products.filter((other) => other !== product)
  shop.events.push({ topic: 'products/delete', payload: deletedPayload(product) })
}

function recordUpdate(shop: Shop, product: Node) {
  shop.events.push({ topic: 'products/update', payload: productPayload(product) })
}

function checkProduct(shop: Shop, { id, title, handle, variants = [] }: ProductInput) {
  if (title !== undefined && !title.trim()) return refuse('title', "Title can't be blank")
  if (handle && shop.products.some((other) => other.handle === handle && other.id !== id))
    return refuse('handle', `Handle '${handle}' already in use. Please provide a new handle.`)
  if (variants.some(({ price }) => Number(price) < 0))
    return refuse('variants', 'Price must be greater than or equal to 0')
  return null
}

export const productResolvers = {
  product: ({ id }: { id: string }, shop: Shop) => find(shop, id) ?? null,
  productByIdentifier: ({ identifier }: { identifier: { handle?: string } }, shop: Shop) =>
    shop.products.find(({ handle }) => handle === identifier.handle) ?? null,
  products: (args: PageArguments, shop: Shop) =>
    paginate(search(shop.products, args.query).sort(byUpdatedAt), args),
  productsCount: ({ query }: { query?: string }, shop: Shop) => ({
    count: search(shop.products, query).length,
    precision: 'EXACT',
  }),
  productSet({ input }: { input: ProductInput }, shop: Shop) {
    const refusal = checkProduct(shop, { title: '', ...input })
    return refusal ?? { product: addProduct(shop, { ...input }), userErrors: [] }
  },
  productUpdate({ product: input }: { product: ProductInput }, shop: Shop) {
    const product = find(shop, input.id)
    if (!product) return refuse('id', 'Product does not exist')
    const refusal = checkProduct(shop, input)
    if (refusal) return refusal
    changeProduct(shop, product, { ...input })
    return { product, userErrors: [] }
  },
  productVariantsBulkUpdate(
    { productId, variants }: { productId: string; variants: VariantInput[] },
    shop: Shop,
  ) {
    const product = find(shop, productId)
    if (!product) return refuse('productId', 'Product does not exist')
    for (const { id, price, inventoryItem = {}, ...input } of variants) {
      const variant = (product.variants as Node[]).find((other) => other.id === id)
      if (!variant) return refuse('variants', 'Product variant does not exist')
      const { sku = variant.sku, ...item } = inventoryItem
      Object.assign(variant, input, { sku, price: price === undefined ? variant.price : formatAmount(price) })
      variant.inventoryItem = { ...(variant.inventoryItem as object), ...item }
    }
    changeProduct(shop, product, {})
    return { product, userErrors: [] }
  },
}

/** Pixels; Shopify resizes large photos to this. */
const [WIDTH, HEIGHT] = [960, 720]

/** Returns the URL of a picture in one color, such as `4a5340`, on Shopify's host, which this store replaces. */
export function pictureUrl({ key }: Pick<Shop, 'key'>, color: string): string {
  return `https://cdn.shopify.com/s/files/${key}/${color}.png?v=1`
}

export function readPictureUrl(url: string): { shopKey: string; color: string } | null {
  const [, shopKey, color] = /^\/s\/files\/([\w-]+)\/([0-9a-f]{6})\.png/.exec(url) ?? []
  return shopKey && color ? { shopKey, color } : null
}

export async function drawPicture(color: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp') // 20 MB that servers without a practice store don't need
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: `#${color}` } })
    .png()
    .toBuffer()
}
