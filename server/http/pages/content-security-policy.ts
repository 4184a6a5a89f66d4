import type { VisitorDoor } from './visitor-pages.ts'

/**
 * What a page may load and run: this site alone. Of inline code, the visitor page's one script and one style,
 * by their hashes (decision 005).
 */
export function contentSecurityPolicy(door: VisitorDoor, secure: boolean) {
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
