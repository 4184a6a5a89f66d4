import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/**
 * Returns the content security policy: this site only, plus the one inline script and style of guest pages, by hash
 * (decision 005).
 */
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
