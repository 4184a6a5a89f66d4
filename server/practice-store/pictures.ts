import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { FaultScript } from './faults.ts'
import type { Shop } from './shop.ts'

/** As wide and tall as Shopify would make it for a photo here. */
const [width, height] = [960, 720]

/** Where a picture of one colour, `4a5340`, is: at Shopify's own place, for which this store stands in. */
export function pictureUrl({ key }: Pick<Shop, 'key'>, colour: string): string {
  return `https://cdn.shopify.com/s/files/${key}/${colour}.png?v=1`
}

/** Answers with the picture at an address, for which nobody has to sign in. */
export async function answerPicture(
  faults: FaultScript,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, key, colour] = /^\/s\/files\/([\w-]+)\/([0-9a-f]{6})\.png/.exec(request.url ?? '') ?? []
  const fault = key ? await faults('picture', key) : null
  if (fault === 'cut') return void request.socket.destroy()
  if (fault === 'moved') return void response.writeHead(302, { location: '/s/files/there/ffffff.png' }).end()
  if (!colour || fault === 'unavailable') return void response.writeHead(colour ? 503 : 404).end()
  response.writeHead(200, { 'content-type': 'image/png' })
  if (fault === 'garbled') return void response.end('This is no picture.')
  if (fault === 'endless') return pour(response)
  response.end(await draw(colour))
}

/** Writes until nobody listens any more. */
async function pour(response: ServerResponse) {
  const megabyte = Buffer.alloc(1024 * 1024)
  while (!response.destroyed) {
    response.write(megabyte)
    await setTimeout(1)
  }
}

async function draw(colour: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp') // 20 MB that a server without a practice store has no use for
  return sharp({ create: { width, height, channels: 3, background: `#${colour}` } })
    .png()
    .toBuffer()
}
