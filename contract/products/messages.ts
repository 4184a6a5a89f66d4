export const productMessages = {
  nameRequired: 'Product name is required',
  nameTooLong: 'Product name must be 200 characters or less',
  basePriceRequired: 'Base price is required',
  skuTooLong: 'SKU must be 100 characters or less',
  descriptionTooLong: 'Description must be 5,000 characters or less',
  categoryTooLong: 'Category must be 100 characters or less',
  notFound: 'Product not found.',
  inUse: 'Orders use this product, so it can’t be deleted. Archive it instead.',
  inShopify: 'This product is in Shopify, and a sync would bring it back. Archive it instead.',
  deleteInShopifyFirst: 'This product is archived here and still in Shopify. Delete it in Shopify first.',
  onItsWayToShopify: 'This product is being sent to Shopify. Wait a moment, then delete it.',
  inTemplate: ({ templateName, archived }: { templateName: string; archived: boolean }) =>
    `The ${archived ? 'archived ' : ''}template “${templateName}” uses this product. Remove the product from the template first, or archive it instead.`,
} as const
