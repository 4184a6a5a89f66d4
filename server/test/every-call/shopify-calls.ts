import { roles } from '@trunkshow/contract/permissions.ts'
import { issueToken } from '@trunkshow/practice-store/shop.ts'
import { admins, type Row, staff, stores } from './world.ts'

/** The Shopify store. */
export const shopifyCalls: Record<string, Row> = {
  'shopify.failedOrders': {
    aim: () => ['/api/shopify/failed-orders'],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'shopify.store': { aim: () => ['/api/shopify/store'], may: roles, success: 200, foreign: 200 },
  'shopify.connect': {
    aim: () => {
      const shop = stores.open()
      const address = `${shop.key}.myshopify.com`
      return ['/api/shopify/store', { kind: 'token', address, accessToken: issueToken(shop) }]
    },
    may: admins,
    success: 200,
    foreign: 409,
  },
  // No store is connected.
  'shopify.enable': {
    aim: () => ['/api/shopify/store', { enabled: false }],
    may: admins,
    success: 409,
    foreign: 409,
  },
  'shopify.disconnect': { aim: () => ['/api/shopify/store'], may: admins, success: 409, foreign: 409 },
  'shopify.practice': { aim: () => ['/api/shopify/practice'], may: admins, success: 200, foreign: 409 },
  'shopify.test': { aim: () => ['/api/shopify/test'], may: admins, success: 409, foreign: 409 },
  // Only for callers with the store's secret.
  'shopify.webhook': {
    aim: () => ['/api/shopify/webhooks', { id: 1 }],
    may: 'all',
    success: 401,
    foreign: 401,
  },
  'shopify.logs': { aim: () => ['/api/shopify/logs'], may: admins, success: 200, foreign: 200 },
  'shopify.operation': {
    aim: ({ operationId }) => [`/api/shopify/operations/${operationId}`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'shopify.retry': {
    aim: ({ operationId }) => [`/api/shopify/operations/${operationId}/retry`],
    may: staff,
    success: 409,
    foreign: 404,
  },
}
