/** How a list of products may be sorted. */
export const productSorts = ['name', 'price', 'newest'] as const
