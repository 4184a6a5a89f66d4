/** A unique key for `idempotencyKey`. `crypto.randomUUID` is missing on plain http pages. */
export function freshKey() {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
