import { z } from 'zod'
import { firstCall, id, searchOf } from '../endpoint.ts'
import { paths } from '../paths.ts'
import { type OperationKind, operationKinds, operationStates } from './rules.ts'

export const operationKind = z.enum(Object.keys(operationKinds) as [OperationKind, ...OperationKind[]])

export const whichLogs = z.strictObject({
  status: z.enum(operationStates).optional(),
  operation: operationKind.optional(),
  /** Entries for one order. */
  orderId: id.optional(),
})
export type LogFilter = z.output<typeof whichLogs>
const search = searchOf(whichLogs)

export const shopifyLogScreen = {
  path: paths.shopifyLog,
  search,
}
export const firstCallsOfShopifyLog = (filter: z.output<typeof search>) => [firstCall('shopify.logs', filter)]
