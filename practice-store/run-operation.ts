import {
  type DocumentNode,
  execute,
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isCompositeType,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { discountResolvers } from './discounts.ts'
import type { ShopifySchema } from './load-schema.ts'
import { orderFields, orderResolvers } from './orders.ts'
import { productResolvers } from './products.ts'
import { type Node, paginate, type Shop, shopResolvers } from './shop.ts'

/** The root fields that this store models. Any other is answered with the error NOT_MODELLED. */
const resolvers = {
  ...shopResolvers,
  ...productResolvers,
  ...orderResolvers,
  ...discountResolvers,
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
  const read = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {})
  if (read.errors) return { errors: read.errors }
  const cost = measureCost(schema, document, read.variableValues)
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
    variableValues: request.variables,
    fieldResolver: resolveField,
  })
  return { ...result, extensions }
}

function rootFieldsOf({ selectionSet }: OperationDefinitionNode): string[] {
  return selectionSet.selections.map((selection) => ('name' in selection ? selection.name.value : ''))
}

/** Resolves a field to the property of its name; a list is paged where the schema has a connection. */
const resolveField: GraphQLFieldResolver<Record<string, unknown>, Shop> = (source, args, shop, info) => {
  const computed = info.parentType.name === 'Order' && orderFields[info.fieldName]
  if (computed) return computed(source as Node, shop)
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
  const denied: { path: string[]; field: string; needed: string[] }[] = []
  const path: string[] = []
  const enter = ({ name, alias }: FieldNode, types: TypeInfo) => {
    path.push((alias ?? name).value)
    const field = `${types.getParentType()?.name}.${name.value}`
    for (const guarded of [field, getNamedType(types.getType())?.name ?? '']) {
      const needed = scopes.get(guarded) ?? []
      if (needed.length > 0 && !needed.some((scope) => readable.has(scope)))
        denied.push({ path: [...path], field: name.value, needed })
    }
  }
  visitFields(schema, document, enter, () => void path.pop())
  return denied
}

/** Calls `enter` at each field of a document, and `leave` after the fields in it. */
function visitFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  enter: (field: FieldNode, types: TypeInfo) => void,
  leave: () => void,
) {
  const types = new TypeInfo(schema)
  const visitor = { Field: { enter: (field: FieldNode) => enter(field, types), leave } }
  visit(document, visitWithTypeInfo(types, visitor))
}

/** What a document costs: a point an object, ten a mutation, two a connection, and its rows. Near Shopify's count. */
function measureCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Parameters<typeof getArgumentValues>[2],
): number {
  /** The number of rows that the connections around the current field multiply to. */
  const rows = [1]
  let cost = 0
  const enter = (field: FieldNode, types: TypeInfo) => {
    const type = getNamedType(types.getType())
    const { first = 1, ids = [0] } = getArgumentValues(types.getFieldDef()!, field, variables) as Sizes
    // `nodes` costs a point for each of its ids.
    const around = rows.at(-1)! * ids.length
    const connection = type?.name.endsWith('Connection') ?? false
    const points = types.getParentType()?.name === 'Mutation' ? 10 : connection ? 2 : 1
    if (isCompositeType(type)) cost += around * points
    rows.push(connection ? around * first : around)
  }
  visitFields(schema, document, enter, () => void rows.pop())
  return cost
}

interface Sizes {
  first?: number
  ids?: string[]
}

function takePoints({ bucket }: Shop, points: number): boolean {
  refill(bucket)
  if (bucket.available < points) return false
  bucket.available -= points
  return true
}

function throttleStatus({ bucket }: Shop) {
  refill(bucket)
  return {
    maximumAvailable: bucket.size,
    currentlyAvailable: Math.floor(bucket.available),
    restoreRate: bucket.restoreRate,
  }
}

function refill(bucket: Shop['bucket']) {
  const at = Date.now()
  const restored = ((at - bucket.at) / 1000) * bucket.restoreRate
  bucket.available = Math.min(bucket.size, bucket.available + restored)
  bucket.at = at
}
