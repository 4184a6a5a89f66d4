import { api } from '@trunkshow/contract/api.ts'
import { id } from '@trunkshow/contract/endpoint.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { MAX_PRINTED_ORDERS } from '@trunkshow/contract/orders/rules.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { listActivity } from '../activity/queries.ts'
import { recordExport } from '../activity/record-activity.ts'
import { attachments } from '../platform/db/schema/orders.ts'
import { rowsOf } from '../platform/db/statement.ts'
import { readKey } from '../platform/http/idempotency-key.ts'
import { readPage } from '../platform/http/paging.ts'
import { assertAccess, route } from '../platform/http/route.ts'
import { sendCsv, sendPdf, sendPrivateFile } from '../platform/http/send-file.ts'
import { endingOf } from '../platform/http/uploads.ts'
import { makePdf } from '../platform/pdf/make-pdf.ts'
import { changeStatus, deleteOrder } from './change/change-status.ts'
import { commentOnOrder } from './change/record-order.ts'
import { applyDiscount, updateOrder } from './change/update-order.ts'
import { createOrder } from './create/create-order.ts'
import { addAttachment, attachmentKey, removeAttachment } from './files/store-attachments.ts'
import {
  exportOrders,
  getOrdersVersion,
  listFilters,
  listOrders,
  removeFilter,
  saveFilter,
  sumDue,
  sumOrdersOfEvent,
} from './list/list-orders.ts'
import { addEntry } from './money/add-entry.ts'
import { readStatement } from './money/write-papers.ts'
import { getOrder, getOrders } from './queries.ts'

const orderFile = z.object({ orderId: id, filename: z.string().regex(/^[0-9a-f]{32}\.[a-z]{3,4}$/) })

export function orderRoutes(app: FastifyInstance) {
  const { orders, savedFilters } = api
  route(app, orders.list, async (ctx, { page, query }) => {
    const list = await listOrders(ctx, page, query)
    const ids = list.items.map(({ id }) => id)
    const items = query.fields === 'summary' ? list.items : await getOrders(ctx, ids)
    return { ...list, items }
  })
  route(app, orders.export, async (ctx, { query, reply }) => {
    const { columns, rows } = await exportOrders(ctx, query)
    await recordExport(ctx, 'Orders')
    return sendCsv(reply, 'Orders', columns, rows)
  })
  route(app, orders.details, async (ctx, { query }) => {
    const { items, next } = await listOrders(ctx, readPage({ limit: MAX_PRINTED_ORDERS }), query)
    if (next) throw new AppError('invalid', orderMessages.tooManyToPrint(MAX_PRINTED_ORDERS))
    const ids = items.map(({ id }) => id)
    return getOrders(ctx, ids)
  })
  route(app, orders.due, async (ctx, { query }) => sumDue(ctx, query))
  route(app, orders.version, async (ctx) => getOrdersVersion(ctx))
  route(app, orders.get, async (ctx, { params }) => getOrder(ctx, params.id))
  route(app, orders.statement, async (ctx, { params, reply }) => {
    const order = await getOrder(ctx, params.id)
    const paper = await readStatement(ctx, order)
    return sendPdf(
      reply,
      `Statement-${order.orderNumber}`,
      await makePdf(ctx.actor.companyId, paper, endingOf(reply)),
    )
  })
  route(app, orders.timeline, async (ctx, { params, page }) => {
    await getOrder(ctx, params.id)
    return listActivity(ctx, page, { subject: 'order', subjectId: params.id })
  })
  route(app, orders.ofEvent, async (ctx, { params }) => sumOrdersOfEvent(ctx, params.id))

  route(app, orders.create, async (ctx, { body, files, request, reply }) => {
    const { orderData, eventId, bookingId } = body
    const input = {
      ...orderData,
      eventId: orderData.eventId ?? eventId,
      bookingId: orderData.bookingId ?? bookingId,
    }
    const { order, replayed } = await createOrder(ctx, input, files, readKey(request))
    if (replayed) reply.header('idempotent-replayed', 'true')
    return { ...order, message: orderMessages.created }
  })
  route(app, orders.update, async (ctx, { params, body, files }) => updateOrder(ctx, params.id, body, files))
  route(app, orders.remove, async (ctx, { params }) => deleteOrder(ctx, params.id))
  route(app, orders.applyDiscount, async (ctx, { params, body }) =>
    applyDiscount(ctx, params.id, body.discountCodeId),
  )
  route(app, orders.changeStatus, async (ctx, { params, body }) => changeStatus(ctx, params.id, body))
  route(app, orders.cancel, async (ctx, { params, body }) =>
    changeStatus(ctx, params.id, { status: 'cancelled' }, body ?? {}),
  )
  route(app, orders.addEntry, async (ctx, { params, body, request, reply }) => {
    const { order, replayed } = await addEntry(ctx, params.id, body, readKey(request))
    ctx.wake('shopify')
    if (replayed) reply.header('idempotent-replayed', 'true')
    return order
  })
  route(app, orders.comment, async (ctx, { params, body }) => commentOnOrder(ctx, params.id, body.comment))

  route(app, api.attachments.list, async (ctx, { params }) => (await getOrder(ctx, params.id)).attachments)
  route(app, api.attachments.add, async (ctx, { body, files }) => addAttachment(ctx, body, files))
  route(app, api.attachments.remove, async (ctx, { params }) =>
    removeAttachment(ctx, params.id, params.attachmentId),
  )

  route(app, savedFilters.list, async (ctx) => listFilters(ctx))
  route(app, savedFilters.save, async (ctx, { body }) => saveFilter(ctx, body))
  route(app, savedFilters.remove, async (ctx, { params }) => removeFilter(ctx, params.id))

  /** Serves order files to the company's own staff (docs/product.md, Files). */
  app.get<{ Params: z.output<typeof orderFile> }>(
    '/uploads/order-:orderId/:filename',
    { schema: { params: orderFile } },
    async (request, reply) => {
      const { ctx, params } = request
      const { orderId, filename } = params
      assertAccess('orders.see', ctx)
      const [file] = await rowsOf(ctx, attachments, { orderId, filename })
      return sendPrivateFile(request, reply, file && { ...file, key: attachmentKey({ orderId, filename }) })
    },
  )
}
