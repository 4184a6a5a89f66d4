import * as api from './calls.ts'
import type { Endpoint } from './endpoint.ts'

/** Every endpoint of the product, by feature: `api.bookings.cancel`. */
export * as api from './calls.ts'
export type { Access, Endpoint } from './endpoint.ts'

/** Every endpoint with its name, such as `bookings.cancel`. */
export function listEndpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(api).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
  )
}
