import { api } from '@trunkshow/contract/api.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { templateMessages } from '@trunkshow/contract/templates/messages.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import { getTemplate, listTemplateProducts, listTemplates } from './queries.ts'
import { archiveTemplate, createTemplate, deleteTemplate, updateTemplate } from './save-template.ts'

export function templateRoutes(app: FastifyInstance) {
  const { templates } = api
  route(app, templates.list, async (ctx, { page, query }) => listTemplates(ctx, page, query))
  route(app, templates.get, async (ctx, { params }) => getTemplate(ctx, params.id))
  route(app, templates.products, async (ctx, { params }) => listTemplateProducts(ctx, params.id))
  route(app, templates.create, async (ctx, { body }) => createTemplate(ctx, body))
  route(app, templates.updateWithoutId, async () => {
    throw new AppError('invalid', templateMessages.noId)
  })
  route(app, templates.update, async (ctx, { params, body }) => updateTemplate(ctx, params.id, body))
  route(app, templates.remove, async (ctx, { params }) => deleteTemplate(ctx, params.id))
  route(app, templates.archive, async (ctx, { params }) => archiveTemplate(ctx, params.id, true))
  route(app, templates.unarchive, async (ctx, { params }) => archiveTemplate(ctx, params.id, false))
}
