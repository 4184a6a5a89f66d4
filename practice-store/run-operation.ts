import {
  type DocumentNode,
  execute,
  type GraphQLFieldResolver,
  getNamedType,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { discountResolvers } from './discounts.ts'
import type { ShopifySchema } from './load-schema.ts'
import { measureCost, takePoints, throttleStatus } from './measure-cost.ts'
import { orderResolvers } from './orders.ts'
import { paginate } from './paginate.ts'
import { productResolvers } from './products.ts'
import type { Shop } from './shop.ts'
import { customerResolvers, shopResolvers } from './shop-resolvers.ts'

/** The root fields that this store models. Any other is answered with the error NOT_MODELLED. */
const resolvers = {
  ...shopResolvers,
  ...productResolvers,
  ...orderResolvers,
  ...discountResolvers,
  ...customerResolvers,
}

export interface GraphqlRequest {
  query: string
  variables?: Record<string, unknown>
}

export const failure = (message: string, code: string, more = {}) => ({
  errors: [{ message, extensions: { code, ...more } }],
})

/** The name of a request's operation, or an empty string. */
export function nameOf({ query }: GraphqlRequest): string {
  return /^\s*(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? ''
}

export const throttledAnswer = (shop: Shop, cost = 10) => ({
  ...failure('Throttled', 'THROTTLED'),
  extensions: { cost: { requestedQueryCost: cost, throttleStatus: throttleStatus(shop) } },
})

/** Executes a request on a shop, if Shopify's schema, the shop's scopes and its bucket of points allow it. */
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
  const unknown = rootFieldsOf(operation).find((name) => !(name in resolvers))
  if (unknown) return failure(`The practice store does not model ${unknown}.`, 'NOT_MODELLED')
  const cost = measureCost(schema, document, variables)
  if (cost > 1000) return failure(`Query cost is ${cost}, which is over 1000.`, 'MAX_COST_EXCEEDED')
  if (!takePoints(shop, cost)) return throttledAnswer(shop, cost)
  const extensions = { cost: { requestedQueryCost: cost, throttleStatus: throttleStatus(shop) } }
  const denied = findDeniedFields(shopify, document, shop.scopes)
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
    rootValue: resolvers,
    contextValue: shop,
    variableValues: variables,
    fieldResolver: resolveField,
  })
  return { ...result, extensions }
}

function rootFieldsOf({ selectionSet }: OperationDefinitionNode): string[] {
  return selectionSet.selections.map((selection) => ('name' in selection ? selection.name.value : ''))
}

/** Resolves a field to the property of its name; a list is paged where the schema has a connection. */
const resolveField: GraphQLFieldResolver<Record<string, unknown>, Shop> = (source, args, shop, info) => {
  if (!(info.fieldName in source))
    throw new Error(`The practice store does not model ${info.parentType.name}.${info.fieldName}.`)
  const value = source[info.fieldName]
  if (typeof value === 'function') return value(args, shop)
  const isConnection = getNamedType(info.returnType).name.endsWith('Connection')
  return isConnection && Array.isArray(value) ? paginate(value, args) : value
}

/** The fields of a document that these scopes do not grant, each with the scopes of which it needs one. */
function findDeniedFields({ schema, scopes }: ShopifySchema, document: DocumentNode, granted: string[]) {
  const readable = new Set(granted.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))
  const types = new TypeInfo(schema)
  const denied: { path: string[]; field: string; needed: string[] }[] = []
  const path: string[] = []
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter({ name, alias }) {
          path.push((alias ?? name).value)
          const field = `${types.getParentType()?.name}.${name.value}`
          for (const guarded of [field, getNamedType(types.getType())?.name ?? '']) {
            const needed = scopes.get(guarded) ?? []
            if (needed.length > 0 && !needed.some((scope) => readable.has(scope)))
              denied.push({ path: [...path], field: name.value, needed })
          }
        },
        leave: () => void path.pop(),
      },
    }),
  )
  return denied
}
