import { calendarMessages } from '@trunkshow/contract/calendars/messages.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listUpcoming } from '../bookings/queries.ts'
import { writeFeed } from '../bookings/write-calendar.ts'
import { consumePoint, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { findFeed } from './queries.ts'

interface ByToken {
  Params: { token: string }
}

/** Sends a user's bookings to a calendar program, which reads them again every few hours. */
async function sendFeed(request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const { ctx } = request
  const feed = await findFeed(ctx, request.params.token)
  if (!feed) throw new AppError('not_found', calendarMessages.notFound)
  await consumePoint(ctx, rateLimits.readsOfCalendar, feed.id, calendarMessages.tooMany)
  const rows = await listUpcoming({ ...ctx, actor: feed.actor }, feed.eventId)
  const text = writeFeed(ctx.config, rows, feed.eventName ?? 'Trunkshow')
  return reply
    .type('text/calendar; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(text)
}

export function calendarPages(app: FastifyInstance) {
  app.get<ByToken>(paths.calendarFeed(':token'), { schema: { hide: true } }, sendFeed)
}
