import {
  execute,
  type GraphQLFieldResolver,
  getNamedType,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import { customerRoots } from './customers.ts'
import { discountRoots } from './discounts.ts'
import { findDenied } from './find-denied.ts'
import type { ShopifySchema } from './load-schema.ts'
import { measureCost, takePoints, throttleStatus } from './measure-cost.ts'
import { orderRoots } from './orders.ts'
import { pageOf } from './page-of.ts'
import { productRoots } from './products.ts'
import type { Shop } from './shop.ts'
import { shopRoots } from './shop-roots.ts'

/** The roots this store knows, from the ones Shopify has. Any other answers loudly that it is not modelled. */
const roots = { ...shopRoots, ...productRoots, ...orderRoots, ...discountRoots, ...customerRoots }

export interface GraphqlRequest {
  query: string
  variables?: Record<string, unknown>
}

export const failure = (message: string, code: string, more = {}) => ({
  errors: [{ message, extensions: { code, ...more } }],
})

/** The operation of a request as far as its name tells, for whoever scripts faults. */
export function nameOf({ query }: GraphqlRequest): string {
  return /^\s*(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? ''
}

export const throttledAnswer = (shop: Shop, cost = 10) => ({
  ...failure('Throttled', 'THROTTLED'),
  extensions: { cost: { requestedQueryCost: cost, throttleStatus: throttleStatus(shop) } },
})

/** Carries out one request on a shop, as far as Shopify's schema, the shop's scopes and its bucket allow it. */
export async function runOperation(shopify: ShopifySchema, shop: Shop, request: GraphqlRequest) {
  const { schema } = shopify
  const variables = request.variables ?? {}
  let document: ReturnType<typeof parse>
  try {
    document = parse(request.query)
  } catch (error) {
    return failure((error as Error).message, 'PARSE_ERROR')
  }
  const [wrong] = validate(schema, document)
  if (wrong) return failure(wrong.message, 'VALIDATION_ERROR')
  const operation = getOperationAST(document)!
  const unknown = rootsOf(operation).find((name) => !(name in roots))
  if (unknown) return failure(`The practice store does not model ${unknown}.`, 'NOT_MODELLED')
  const cost = measureCost(schema, document, variables)
  if (cost > 1000) return failure(`Query cost is ${cost}, which is over 1000.`, 'MAX_COST_EXCEEDED')
  if (!takePoints(shop, cost)) return throttledAnswer(shop, cost)
  const extensions = { cost: { requestedQueryCost: cost, throttleStatus: throttleStatus(shop) } }
  const denied = findDenied(shopify, document, shop.scopes)
  if (denied.length > 0) {
    const data = Object.fromEntries(denied.map(({ path }) => [path[0], null]))
    const errors = denied.map(({ path, field, needed }) => ({
      message: `Access denied for ${field} field.`,
      path,
      extensions: {
        code: 'ACCESS_DENIED',
        requiredAccess: `\`${needed[0]}\` access scope.`,
      },
    }))
    return { data, errors, extensions }
  }
  const result = await execute({
    schema,
    document,
    rootValue: roots,
    contextValue: shop,
    variableValues: variables,
    fieldResolver: resolveField,
  })
  return { ...result, extensions }
}

function rootsOf({ selectionSet }: OperationDefinitionNode): string[] {
  return selectionSet.selections.map((selection) => ('name' in selection ? selection.name.value : ''))
}

/** What an object holds under a field's name: a list where a connection is asked for is paged. */
const resolveField: GraphQLFieldResolver<Record<string, unknown>, Shop> = (source, args, shop, info) => {
  if (!(info.fieldName in source))
    throw new Error(`The practice store does not model ${info.parentType.name}.${info.fieldName}.`)
  const value = source[info.fieldName]
  if (typeof value === 'function') return value(args, shop)
  const isConnection = getNamedType(info.returnType).name.endsWith('Connection')
  return isConnection && Array.isArray(value) ? pageOf(value, args) : value
}
