import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { recordSecurity } from '../activity/record-activity.ts'
import { route } from '../platform/http/route.ts'
import { getRetention, saveRetention } from './erase-old-guests.ts'
import { erasePerson, previewErasure } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { personQueryOf } from './find-person.ts'

export function privacyRoutes(app: FastifyInstance) {
  const { privacy } = api
  route(app, privacy.preview, async (ctx, { body }) => previewErasure(ctx, await personQueryOf(ctx, body)))
  route(app, privacy.erase, async (ctx, { body }) => erasePerson(ctx, await personQueryOf(ctx, body)))
  route(app, privacy.personData, async (ctx, { query, reply }) => {
    const data = await exportPerson(ctx, await personQueryOf(ctx, query))
    const { companyId } = ctx.actor
    await recordSecurity(ctx, { companyId, action: 'personExported', user: ctx.actor })
    reply
      .header('content-disposition', 'attachment; filename="personal-data.json"')
      .header('cache-control', 'no-store')
    return data
  })
  route(app, privacy.retention, async (ctx) => getRetention(ctx))
  route(app, privacy.saveRetention, async (ctx, { body }) => saveRetention(ctx, body))
}
