import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Shop } from './shop.ts'

/**
 * What a document costs, in points: one for an object, ten for a mutation, two for a connection, and its rows. Near
 * enough to Shopify's count for a client that respects the bucket here to respect it at Shopify.
 */
export function measureCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
): number {
  const types = new TypeInfo(schema)
  /** The number of rows that the connections around the current field multiply to. */
  const rows = [1]
  let points = 0
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter(field) {
          const type = getNamedType(types.getType())
          const around = rows.at(-1)! * countIds(field, variables)
          const connection = type?.name.endsWith('Connection') ?? false
          if (isCompositeType(type)) points += around * pointsOf(types.getParentType()?.name, connection)
          rows.push(connection ? around * countRows(field, variables) : around)
        },
        leave: () => void rows.pop(),
      },
    }),
  )
  return points
}

function pointsOf(parent: string | undefined, connection: boolean): number {
  if (parent === 'Mutation') return 10
  return connection ? 2 : 1
}

function countRows({ arguments: given = [] }: FieldNode, variables: Record<string, unknown>): number {
  const value = given.find(({ name }) => name.value === 'first')?.value
  if (value?.kind === 'Variable') return Number(variables[value.name.value] ?? 1)
  return value?.kind === 'IntValue' ? Number(value.value) : 1
}

/** How many objects a field requests by id: `nodes(ids: …)` costs a point for each. */
function countIds({ name, arguments: given = [] }: FieldNode, variables: Record<string, unknown>): number {
  if (name.value !== 'nodes') return 1
  const ids = given.find(({ name }) => name.value === 'ids')?.value
  return ids?.kind === 'Variable' ? (variables[ids.name.value] as unknown[]).length : 1
}

/** Takes points from the shop's bucket. @returns false if it has too few */
export function takePoints({ bucket }: Shop, points: number): boolean {
  refill(bucket)
  if (bucket.available < points) return false
  bucket.available -= points
  return true
}

export function throttleStatus({ bucket }: Shop) {
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
