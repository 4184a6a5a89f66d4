import type { VisitorRenderer } from './visitor-pages.ts'

/**
 * Returns the content security policy: this site only, plus the one inline script and style of guest pages, by hash
 * (decision 005).
 */
export function contentSecurityPolicy(door: VisitorRenderer, secure: boolean) {
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
