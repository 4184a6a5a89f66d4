import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Disk } from 'flydrive'
import { pictureKey } from '../../files/make-picture.ts'

interface ByName {
  Params: { hash: string; width: string }
}

/**
 * Serves pictures of events with long caching: their names change with their content (docs/product.md, Pictures).
 * Only names of the right form match.
 */
export function storedPictures(app: FastifyInstance, files: Disk) {
  app.get<ByName>(
    '/uploads/images/:hash(^[0-9a-f]{32}$)/:width(^[0-9]{1,4}).webp',
    async ({ params: { hash, width } }, reply) => {
      const key = pictureKey(hash, width)
      if (!(await files.exists(key))) throw new AppError('not_found', 'There is nothing at this address.')
      reply
        .type('image/webp')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin') // emails show logos on other sites
      return reply.send(await files.getStream(key))
    },
  )
}
