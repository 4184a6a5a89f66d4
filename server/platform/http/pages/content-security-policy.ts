import { createHash } from 'node:crypto'
import { paths } from '@trunkshow/contract/paths.ts'
import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Returns the policy: this site only, plus the one inline script and style of guest pages, by hash (decision 005). */
export function contentSecurityPolicy(door: { scriptHash: string; styleHash: string }, secure: boolean) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", door.scriptHash],
      styleSrc: ["'self'", door.styleHash],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
      ...(secure && { upgradeInsecureRequests: [] }),
    },
  }
}

/** A source of a policy that allows one inline script or style. */
export function hashSource(source: string) {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`
}

/** Adds sources to one directive of this answer's policy. In development there is no policy. */
export function extendPolicy(reply: FastifyReply, directive: string, sources: string[]) {
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy !== 'string') return
  const extended = policy.split(';').map((part) => {
    return part.startsWith(`${directive} `) ? [part, ...sources].join(' ') : part
  })
  reply.header('content-security-policy', extended.join(';'))
}

/** Whether a page is requested for a frame on a host's site. */
export const isEmbedded = (request: Pick<FastifyRequest, 'url'>) => frameOf(request) !== undefined

/** What of the page a frame shows; undefined outside of one. */
export function frameOf({ url }: Pick<FastifyRequest, 'url'>): VisitorDocument['embedded'] {
  if (!url.startsWith('/embed/')) return undefined
  return /[?&]details\b/.test(url) ? 'details' : 'plain'
}

/** Lets pages of these origins show this answer in a frame; others are framed by our own alone (decision 053). */
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
