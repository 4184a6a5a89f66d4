import type { VisitorDoor } from './visitor-pages.ts'

/**
 * What a page may load and run: this site alone. Of inline code, the visitor page's one script and one style,
 * by their hashes; style attributes are the staff door's (its UI kit sets sizes and positions with them).
 */
export function contentSecurityPolicy(door: VisitorDoor, secure: boolean) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", door.scriptHash],
      styleSrc: ["'self'", door.styleHash],
      imgSrc: ["'self'", 'data:', 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
      ...(secure && { upgradeInsecureRequests: [] }),
    },
  }
}
