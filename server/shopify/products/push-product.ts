import { AppError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { and, isNull } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { violates } from '../../platform/db/errors.ts'
import { awaitsPicture, products } from '../../platform/db/schema/products.ts'
import { own } from '../../platform/db/statement.ts'
import { getProduct } from '../../products/product-records.ts'
import { assertUsableStore } from '../queries.ts'
import {
  type OperationHandler,
  type OperationResult,
  type OperationRow,
  OutcomeUnknownError,
  RefusedError,
  type Step,
} from '../tasks/operation-handler.ts'
import { awaitOperation, enqueueOnce, findEarlier } from '../tasks/operation-queries.ts'
import {
  adoptProduct,
  importPicture,
  linkProduct,
  type NoPictureError,
  ofCompany,
  type RemoteProduct,
  UnfitProductError,
} from './adopt-product.ts'

type ProductRow = typeof products.$inferSelect

async function findProduct({ ctx, operation }: Step): Promise<ProductRow | undefined> {
  const [found] = await ctx.db.select().from(products).where(ofCompany(ctx, operation.entityId))
  return found
}

/** The product an operation is about. @throws RefusedError when it was deleted */
async function readProduct(step: Step): Promise<ProductRow> {
  const found = await findProduct(step)
  if (!found) throw new RefusedError(text.productDeleted)
  return found
}

/** `Silk Blouse` → `silk-blouse-3f9c2a17`: the operation's name, which stays, and key find the product later. */
function handleOf({ subjectName, attemptKey }: OperationRow): string {
  const words = subjectName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
  return `${words}-${attemptKey.slice(0, 8)}`.replace(/^-+/, '').replace(/-+/g, '-')
}

const htmlOf = (description: string) =>
  description
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)
    .split('\n')
    .map((line) => `<p>${line}</p>`)
    .join('')

/** Creates the product with one variant, named as Shopify names an only one. */
async function send(step: Step, product: ProductRow): Promise<RemoteProduct> {
  const { name, description, vendor, productType, category, tags, sku, basePriceCents, taxable, isActive } =
    product
  const { productSet } = await step.call('productSet', {
    input: {
      title: name,
      handle: handleOf(step.operation),
      descriptionHtml: description && htmlOf(description),
      productType: productType || category,
      ...(vendor && { vendor }),
      tags,
      status: isActive ? 'ACTIVE' : 'DRAFT',
      productOptions: [{ name: 'Title', position: 1, values: [{ name: 'Default Title' }] }],
      variants: [
        {
          optionValues: [{ optionName: 'Title', name: 'Default Title' }],
          price: centsToDecimal(basePriceCents),
          sku,
          taxable,
        },
      ],
    },
  })
  if (!productSet?.product) throw new OutcomeUnknownError('The answer had no product.')
  return productSet.product
}

/** Creates the product, unless an earlier attempt did: one that arrived late refuses a second handle. */
async function create(step: Step, product: ProductRow): Promise<OperationResult> {
  const earlier = await findEarlierProduct(step)
  if (earlier) return adopt(step, earlier)
  const made = await send(step, product).catch(async (error) => {
    const before = error instanceof RefusedError ? await findRemote(step) : null
    if (!before) throw error
    return before
  })
  return adopt(step, made)
}

function findEarlierProduct(step: Step): Promise<RemoteProduct | undefined> {
  return findEarlier(step, async (attempts) => {
    const handles = attempts.map(handleOf)
    const query = handles.map((handle) => `handle:${handle}`).join(' OR ')
    const { products: found } = await step.call('products', { query, first: handles.length })
    return handles.map((wanted) => found.nodes.find(({ handle }) => handle === wanted)).find(Boolean)
  })
}

async function findRemote(step: Step): Promise<RemoteProduct | null> {
  return (await step.call('productByHandle', { handle: handleOf(step.operation) })).productByIdentifier
}

/** Updates name, price and SKU; the rest is edited in Shopify. */
async function update(step: Step, { name, basePriceCents, sku, ...product }: ProductRow) {
  const id = product.shopifyProductId!
  const before = await step.call('product', { id })
  if (!before.product) return unlinkProduct(step)
  await step.call('productUpdate', { product: { id, title: name } })
  const [variant] = before.product.variants.nodes
  const variants = variant
    ? [{ id: variant.id, price: centsToDecimal(basePriceCents), inventoryItem: { sku } }]
    : []
  const { productVariantsBulkUpdate } = await step.call('productVariantsBulkUpdate', {
    productId: id,
    variants,
  })
  const remote = productVariantsBulkUpdate!.product!
  await step
    .write((ctx) => adoptProduct(ctx, remote, { overwrite: true }))
    .catch((error) => {
      if (!(error instanceof UnfitProductError)) throw error // Shopify is up to date even if its copy is not valid here
    })
  return { message: text.productUpdated, remoteId: id }
}

async function adopt(step: Step, remote: RemoteProduct): Promise<OperationResult> {
  const { entityId } = step.operation
  const remoteId = remote.id
  Object.assign(step.operation, { remoteId })
  await step
    .write((ctx) => linkProduct(ctx, entityId, remote))
    .catch(async (error) => {
      if (!violates(error, 'products_shopify')) throw error
      const isOther = own(step.ctx, products, { shopifyProductId: remoteId })
      const [other] = await step.ctx.db.select({ name: products.name }).from(products).where(isOther)
      throw new RefusedError(text.productKnown(other?.name ?? remote.title))
    })
  return { message: text.productPushed, remoteId }
}

/** The product was deleted in Shopify: the next push creates it again. */
async function unlinkProduct(step: Step): Promise<never> {
  await step.write((ctx) =>
    ctx.db
      .update(products)
      .set({ shopifyProductId: null, shopifyVariantId: null, shopifyHandle: null, shopifySeen: null })
      .where(ofCompany(ctx, step.operation.entityId)),
  )
  throw new RefusedError(text.productGone)
}

/** Creates a product in Shopify, or updates the one that is there. */
export const pushProduct: OperationHandler = {
  async run(step) {
    const product = await readProduct(step)
    return product.shopifyProductId ? update(step, product) : create(step, product)
  },
  async find(step) {
    const product = await findProduct(step)
    if (!product || product.shopifyProductId) return 'resend'
    const remote = await findRemote(step)
    return remote ? adopt(step, remote) : 'absent'
  },
}

/** Fetches one product. A user's request overwrites changes made here; others only bring a newer version. */
export const resyncProduct: OperationHandler = {
  async run(step) {
    const overwrite = step.operation.userId !== null
    const { shopifyProductId, id } = await readProduct(step)
    if (!shopifyProductId) throw new RefusedError(text.productNotInShopify)
    const { product } = await step.call('product', { id: shopifyProductId })
    if (!product) return unlinkProduct(step)
    await step
      .write((ctx) => adoptProduct(ctx, product, { overwrite }))
      .catch((error) => {
        throw error instanceof UnfitProductError ? new RefusedError(error.message) : error
      })
    const problem = await importPictureOf(step, id, overwrite)
    const message = [text.productResynced, problem?.message].filter(Boolean).join(' ')
    return { message, remoteId: product.id }
  },
}

/** @param overwrite also imports a picture that was removed here or could not be read before */
async function importPictureOf(step: Step, id: number, overwrite: boolean): Promise<NoPictureError | null> {
  const own = ofCompany(step.ctx, id)
  if (overwrite)
    await step.write(({ db }) =>
      db
        .update(products)
        .set({ shopifyPictureTaken: null })
        .where(and(own, isNull(products.photoUrl))),
    )
  const [awaiting] = await step.ctx.db
    .select({ id: products.id, name: products.name, shopifyPicture: products.shopifyPicture })
    .from(products)
    .where(and(own, awaitsPicture))
  return awaiting ? importPicture(step, awaiting) : null
}

/** Pushes a product to Shopify, or overwrites it with what Shopify has. @throws AppError not_found, conflict */
export async function requestProduct(ctx: StaffContext, id: number, kind: 'product.push' | 'product.resync') {
  const { name, shopifyProductId } = await getProduct(ctx, id)
  if (kind === 'product.resync' && !shopifyProductId) throw new AppError('conflict', text.productNotInShopify)
  await assertUsableStore(ctx)
  return awaitOperation(ctx, await enqueueOnce(ctx, { kind, entityId: id, subjectName: name }))
}
