/** Texts of products (spec back-office §2, §5, §8). */
export const productMessages = {
  nameRequired: 'Product name is required',
  nameTooLong: 'Product name must be 200 characters or less',
  basePriceRequired: 'Base price is required',
  skuTooLong: 'SKU must be 100 characters or less',
  descriptionTooLong: 'Description must be 5,000 characters or less',
  categoryTooLong: 'Category must be 100 characters or less',
  notFound: 'Product not found.',
  inUse: 'Orders use this product, so it cannot be deleted. Archive it instead.',
  inTemplate: ({ templateName, archived }: { templateName: string; archived: boolean }) =>
    `The ${archived ? 'archived ' : ''}template “${templateName}” is for this product, so it cannot be deleted. Take it off there first, or archive it instead.`,
} as const
