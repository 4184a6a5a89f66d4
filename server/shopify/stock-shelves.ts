import { addProduct } from '../practice-store/products.ts'
import type { Shop } from '../practice-store/shop.ts'

/** What a practice store has to begin with, so that a sync has something to bring. */
const stock = [
  { title: 'Silk Blouse', sku: 'SILK-01', price: '320.00', productType: 'Tops' },
  { title: 'Atlas Coat', sku: 'ATLAS-02', price: '1250.50', productType: 'Coats' },
  { title: 'Pearl Button Cardigan', sku: 'PEARL-03', price: '410.00', productType: 'Knitwear' },
]

export function stockShelves(shop: Shop) {
  for (const { title, sku, price, productType } of stock) {
    const descriptionHtml = `<p>${title}, from the practice store.</p>`
    addProduct(shop, { title, productType, descriptionHtml, variants: [{ sku, price }] })
  }
}
