import { id } from '@trunkshow/contract/endpoint.ts'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { attachments } from '../platform/db/schema/orders.ts'
import { assertAccess } from '../platform/http/route.ts'
import { sendPrivateFile } from '../platform/http/send-private-file.ts'
import { attachmentKey } from './files/store-attachments.ts'

const orderFile = z.object({ orderId: id, filename: z.string().regex(/^[0-9a-f]{32}\.[a-z]{3,4}$/) })

/** Serves order files to the company's own staff (docs/product.md, Files). */
export function orderFiles(app: FastifyInstance) {
  app.get<{ Params: z.output<typeof orderFile> }>(
    '/uploads/order-:orderId/:filename',
    { schema: { params: orderFile } },
    async (request, reply) => {
      const { ctx, params } = request
      const { orderId, filename } = params
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
      return sendPrivateFile(request, reply, file && { ...file, key: attachmentKey({ orderId, filename }) })
    },
  )
}
