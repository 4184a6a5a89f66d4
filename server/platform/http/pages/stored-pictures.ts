import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { openVersion, type PictureVersion } from '../../files/open-version.ts'

const types = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' } as const

/**
 * Serves pictures of events with long caching: their names change with their content (docs/product.md, Pictures).
 * Only names of the right form match.
 */
export function storedPictures(app: FastifyInstance, ctx: Pick<Context, 'db' | 'files'>) {
  app.get<{ Params: PictureVersion }>(
    '/uploads/images/:hash(^[0-9a-f]{32}$)/:width(^[0-9]{1,4}).:format(^(?:webp|png|jpg)$)',
    async ({ params }, reply) => {
      const content = await openVersion(ctx, params)
      return reply
        .type(types[params.format])
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin') // emails show logos on other sites
        .send(content)
    },
  )
}
