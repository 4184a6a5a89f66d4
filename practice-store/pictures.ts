import type { Shop } from './shop.ts'

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
