import { paths } from '@trunkshow/contract/paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { extendPolicy } from './content-security-policy.ts'

/** Whether a page is requested for a frame on a host's site. */
export const isEmbedded = ({ url }: Pick<FastifyRequest, 'url'>) => url.startsWith('/embed/')

/**
 * Lets pages of these origins, and our own, show this answer in a frame; every other answer can be framed by our own
 * pages only (decision 053).
 */
export function allowFraming(reply: FastifyReply, origins: string[]) {
  extendPolicy(reply, 'frame-ancestors', origins)
  extendPolicy(reply, 'script-src', [reply.request.server.visitorRenderer.frameScriptHash])
  // The older header knows no list of origins, and browsers that know the policy ignore it.
  reply.removeHeader('x-frame-options')
  reply.header('cross-origin-resource-policy', 'cross-origin')
}

/** Serves the script that makes the frame on a host's site. */
export function embedScript(app: FastifyInstance) {
  app.get(paths.embedScript(), async (_, reply) => {
    reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*') // or a site can't load it as a module
      .header('cache-control', 'public, max-age=300')
    return reply.type('text/javascript; charset=utf-8').send(await app.visitorRenderer.readEmbedScript())
  })
}
