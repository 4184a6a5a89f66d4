import { api } from '@trunkshow/contract/api.ts'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { recordExport } from '../activity/record-activity.ts'
import { getReachableEvent } from '../events/queries.ts'
import { isDeliberate } from '../platform/http/guards/hosts.ts'
import { readKey } from '../platform/http/idempotency-key.ts'
import { rememberChange } from '../platform/http/pages/read-public.ts'
import { route } from '../platform/http/route.ts'
import { sendCsv } from '../platform/http/send-file.ts'
import { addBooking } from './add-booking.ts'
import { bookSlot } from './book-slot.ts'
import {
  cancelBooking,
  cancelByVisitor,
  rescheduleBooking,
  rescheduleByVisitor,
  saveNotes,
} from './change-booking.ts'
import { exportBookings, listExportedColumns } from './export-bookings.ts'
import { admitGuestPhotos } from './photos/guest-photos.ts'
import {
  getBooking,
  getHostBooking,
  linkedBooking,
  listBookings,
  ownBooking,
  visitorView,
} from './queries.ts'
import { refuseBots } from './refuse-bots.ts'
import { findRooms } from './rooms/find-rooms.ts'
import { findBookings } from './search/find-bookings.ts'

export function bookingRoutes(app: FastifyInstance) {
  route(app, api.bookings.list, async (ctx, { params, page, query }) => {
    await getReachableEvent(ctx, 'bookings.see', params.id)
    return listBookings(ctx, params.id, page, query)
  })
  route(app, api.bookings.find, async (ctx, { query }) => findBookings(ctx, query))
  route(app, api.bookings.get, async (ctx, { params }) =>
    getHostBooking(ctx, ownBooking(ctx, params.id, 'bookings.see')),
  )
  route(app, api.bookings.export, async (ctx, { params, query, reply }) => {
    const { name, companyId } = await getReachableEvent(ctx, 'bookings.see', params.id)
    await recordExport(ctx, `Bookings ${name}`, companyId)
    const columns = await listExportedColumns(ctx, params.id)
    return sendCsv(reply, `Bookings ${name}`, columns, exportBookings(ctx, params.id, query))
  })
  route(app, api.bookings.cancel, async (ctx, { params }) => cancelBooking(ctx, params.id))
  route(app, api.bookings.add, async (ctx, { params, body, request }) =>
    addBooking(ctx, params.id, body, readKey(request)),
  )
  route(app, api.bookings.rooms, async (ctx, { params, query }) => findRooms(ctx, params.id, query.room))
  route(app, api.bookings.saveNotes, async (ctx, { params, body }) => saveNotes(ctx, params.id, body))
  route(app, api.bookings.reschedule, async (ctx, { params, body }) =>
    rescheduleBooking(ctx, params.id, body),
  )
  route(
    app,
    api.bookings.book,
    async (ctx, { params, body, files, request, reply }) => {
      refuseBots(ctx, body, false)
      const { booking, replayed } = await bookSlot(ctx, params.id, body, readKey(request), files)
      rememberChange(reply)
      if (replayed) reply.header('idempotent-replayed', 'true')
      return booking
    },
    { admitFiles: admitGuestPhotos },
  )
  route(app, api.bookings.manage, async (ctx, { params }) => {
    const { booking } = await getBooking(ctx, linkedBooking(ctx, params.token))
    return visitorView(ctx, booking)
  })
  route(app, api.bookings.rescheduleByVisitor, async (ctx, { params, body, reply }) => {
    const { booking } = await rescheduleByVisitor(ctx, params.token, body)
    rememberChange(reply)
    return booking
  })
  route(app, api.bookings.cancelByVisitor, async (ctx, { params, request, reply }) => {
    await getBooking(ctx, linkedBooking(ctx, params.token))
    if (!isDeliberate(request)) throw new AppError('forbidden', bookingMessages.openPageToCancel)
    const answer = await cancelByVisitor(ctx, params.token)
    rememberChange(reply)
    return answer
  })
}
