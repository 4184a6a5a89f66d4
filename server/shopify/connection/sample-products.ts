import { pictureUrl } from '@trunkshow/practice-store/pictures.ts'
import { addProduct, mediaOf } from '@trunkshow/practice-store/products.ts'
import type { Shop } from '@trunkshow/practice-store/shop.ts'

/** A new practice store has these products, so that a sync imports something. */
const stock = [
  { title: 'Silk Blouse', sku: 'SILK-01', price: '320.00', productType: 'Tops', colour: 'e6d5c3' },
  { title: 'Atlas Coat', sku: 'ATLAS-02', price: '1250.50', productType: 'Coats', colour: '4a5340' },
  {
    title: 'Pearl Button Cardigan',
    sku: 'PEARL-03',
    price: '410.00',
    productType: 'Knitwear',
    colour: 'a3a9b8',
  },
]

export function addSampleProducts(shop: Shop) {
  for (const { title, sku, price, productType, colour } of stock) {
    const descriptionHtml = `<p>${title}, from the practice store.</p>`
    const featuredMedia = mediaOf(pictureUrl(shop, colour))
    addProduct(shop, { title, productType, descriptionHtml, featuredMedia, variants: [{ sku, price }] })
  }
}
