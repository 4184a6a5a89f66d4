import { id } from '@trunkshow/contract/endpoint.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { attachments } from '../db/schema/orders.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import { assertAccess } from '../http/route.ts'
import { attachmentKey } from './files/store-attachments.ts'

const orderFile = z.object({ orderId: id, filename: z.string().regex(/^[0-9a-f]{32}\.[a-z]{3,4}$/) })

/**
 * Serves order files to the company's own staff (docs/product.md, Files). Pictures are shown, everything else is
 * downloaded, and neither can run scripts. Browsers may cache a file but must revalidate it.
 */
export function orderFiles(app: FastifyInstance) {
  app.get<{ Params: z.output<typeof orderFile> }>(
    '/uploads/order-:orderId/:filename',
    { schema: { params: orderFile } },
    async ({ ctx, params: { orderId, filename }, headers }, reply) => {
      assertAccess('orders.see', ctx)
      const [file] = await ctx.db
        .select()
        .from(attachments)
        .where(
          and(
            eq(attachments.orderId, orderId),
            eq(attachments.filename, filename),
            eq(attachments.companyId, ctx.actor.companyId),
          ),
        )
      const key = attachmentKey({ orderId, filename })
      if (!file || !(await ctx.files.exists(key)))
        throw new AppError('not_found', 'There is nothing at this address.')
      const disposition = file.fileType.startsWith('image/') ? 'inline' : 'attachment'
      reply
        .headers({
          'cache-control': 'private, no-cache',
          etag: `"${filename}"`,
          'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
          'content-disposition': contentDisposition(disposition, file.displayName),
        })
        .type(file.fileType)
      // Content never changes under the same file name.
      if (headers['if-none-match']?.includes(filename)) return reply.code(304).send()
      return reply.header('content-length', file.fileSize).send(await ctx.files.getStream(key))
    },
  )
}
