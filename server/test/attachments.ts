import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attachment } from '@trunkshow/contract/orders/schema.ts'
import sharp from 'sharp'
import type { TestApp } from './app.ts'
import { formField, makeCompany, makeForm, type TestUser, takeOrder } from './factories.ts'
import { noise } from './pictures.ts'
import { formWith } from './uploads.ts'

export const notAllowed = 'Please upload images (JPG, PNG, GIF, WebP) or PDF files only'
export const pdf = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
)
export const photo = () => noise(60, 40).jpeg().toBuffer()

/** Creates a template with a text field and two file fields, and a product. */
export async function makeFormWithFiles(user: TestUser) {
  const { productId } = await makeForm(user)
  const { body } = await user.call('POST', '/api/order-templates', {
    templateName: 'Gown with sketches',
    fields: [
      formField({ id: 'item', label: 'Item Description', required: true }),
      formField({ id: 'sketch', label: 'Sketch', type: 'attachment' }),
      formField({ id: 'fabric', label: 'Fabric photo', type: 'attachment' }),
    ],
  })
  return { templateId: body.id as number, productId }
}

/** Creates a company with an order that has file fields. */
export async function makeOrder(test: TestApp) {
  const host = await makeCompany(test)
  const order = await takeOrder(host, {}, await makeFormWithFiles(host))
  return { host, order, url: `/api/orders/${order.id}` }
}

/** Adds a file to an order and returns the response. */
export function addFile(
  user: TestUser,
  order: { id: number },
  content: Buffer | string,
  name = 'photo.jpg',
  fieldId = '',
) {
  return user.call(
    'POST',
    '/api/attachments',
    formWith([['file', content, name]], { orderId: order.id, fieldId }),
  )
}

export async function listFiles(user: TestUser, { id }: { id: number }): Promise<Attachment[]> {
  return (await user.call('GET', `/api/orders/${id}/attachments`)).body
}

/** Requests a stored file as a logged-in user. */
export async function openFile(
  { app }: TestApp,
  user: TestUser,
  url: string,
  headers: Record<string, string> = {},
) {
  const answer = await app.inject({ url, headers: { cookie: user.cookie, ...headers } })
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload }
}

/** Returns an animation of this many frames, with squares of `side` pixels. */
export async function makeAnimation(side: number, frames: number, format: 'gif' | 'webp' = 'webp') {
  const colors = await Promise.all(
    ['#fff', '#000'].map((background) =>
      sharp({ create: { width: side, height: side, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const each = Array.from({ length: frames }, (_, at) => colors[at % 2]!)
  return sharp(each, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

/** Lists unnamed files in DATA_DIR/tmp that this process still has open; empty on systems that don't report them. */
export async function openTemporaryFiles({ config }: TestApp) {
  const numbers = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(
    numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')),
  )
  return paths.filter((path) => path.startsWith(join(config.dataDir, 'tmp')))
}
