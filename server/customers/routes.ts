import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { recordExport } from '../activity/record-activity.ts'
import { route } from '../platform/http/route.ts'
import { sendCsv } from '../platform/http/send-file.ts'
import { getPerson } from './get-person.ts'
import { mergeCustomers, previewMerge } from './merge-customers.ts'
import {
  exportCustomers,
  getCustomer,
  listAddresses,
  listBookingsOf,
  listCustomers,
  listSimilar,
  listTags,
} from './queries.ts'
import {
  addGuest,
  archiveCustomer,
  createAddress,
  createCustomer,
  deleteAddress,
  deleteCustomer,
  updateAddress,
  updateCustomer,
} from './save-customer.ts'

export function customerRoutes(app: FastifyInstance) {
  const { customers, addresses } = api
  route(app, customers.list, async (ctx, { page, query }) => listCustomers(ctx, page, query))
  route(app, customers.export, async (ctx, { query, reply }) => {
    await recordExport(ctx, 'Customers')
    const { columns, rows } = exportCustomers(ctx, query)
    return sendCsv(reply, 'Customers', columns, rows)
  })
  route(app, customers.tags, async (ctx) => listTags(ctx))
  route(app, customers.similar, async (ctx, { query }) => listSimilar(ctx, query))
  route(app, customers.get, async (ctx, { params }) => getCustomer(ctx, params.id))
  route(app, customers.create, async (ctx, { body: { bookingId, waitlistEntryId, ...customer } }) =>
    (bookingId ?? waitlistEntryId)
      ? addGuest(ctx, { bookingId, waitlistEntryId }, customer)
      : createCustomer(ctx, customer),
  )
  route(app, customers.update, async (ctx, { params, body }) => updateCustomer(ctx, params.id, body))
  route(app, customers.archive, async (ctx, { params }) => archiveCustomer(ctx, params.id, true))
  route(app, customers.restore, async (ctx, { params }) => archiveCustomer(ctx, params.id, false))
  route(app, customers.remove, async (ctx, { params }) => deleteCustomer(ctx, params.id))
  route(app, customers.previewMerge, async (ctx, { params }) => previewMerge(ctx, params.id, params.otherId))
  route(app, customers.merge, async (ctx, { params, body }) =>
    mergeCustomers(ctx, params.id, params.otherId, body),
  )
  route(app, customers.person, async (ctx, { query }) => getPerson(ctx, query))
  route(app, customers.bookings, async (ctx, { page, query }) => listBookingsOf(ctx, page, query))
  route(app, addresses.list, async (ctx, { params }) => listAddresses(ctx, params.id))
  route(app, addresses.create, async (ctx, { params, body }) => createAddress(ctx, params.id, body))
  route(app, addresses.update, async (ctx, { params, body }) => updateAddress(ctx, params.id, body))
  route(app, addresses.remove, async (ctx, { params }) => deleteAddress(ctx, params.id))
}
