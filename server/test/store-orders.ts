import { type TestUser, takeOrder } from './factories.ts'
import type { TestStores } from './stores.ts'

/** The shipping address, with its state's full name. */
export const home = { street: '12 Mercer Street', city: 'New York', state: 'New York', zip: '10013' }

/** Requests for orders in Shopify; pushing and recreating run the worker until they finish. */
export function storeOrderCalls({ workUntil }: TestStores) {
  const get = async (user: TestUser, url: string) => (await user.call('GET', url)).body
  return {
    take: (user: TestUser, changes: object = {}) => takeOrder(user, { shippingAddress: home, ...changes }),
    push: (user: TestUser, id: number) => workUntil(user.call('POST', `/api/orders/${id}/push-to-shopify`)),
    recreate: (user: TestUser, id: number) =>
      workUntil(user.call('POST', `/api/orders/${id}/cancel-and-recreate-shopify`)),
    cancel: (user: TestUser, id: number) => user.call('POST', `/api/orders/${id}/cancel`),
    edit: (user: TestUser, id: number, change: object) => user.call('PUT', `/api/orders/${id}`, change),
    get: (user: TestUser, id: number) => get(user, `/api/orders/${id}`),
    atStore: (user: TestUser, id: number) => get(user, `/api/orders/${id}/shopify`),
    logs: (user: TestUser, id: number) => get(user, `/api/shopify/logs?orderId=${id}`),
  }
}
