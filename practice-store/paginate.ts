import type { Node } from './shop.ts'

/** The arguments of a connection. Others are not modeled. */
export interface PageArguments {
  first?: number
  after?: string | null
  query?: string | null
  sortKey?: string
}

/** One page of a list, as a connection returns it. A cursor is the id of the last row of the page before. */
export function paginate(rows: readonly Node[], { first = 50, after }: PageArguments) {
  if (first > 250) throw new Error('first cannot exceed 250')
  const start = after ? rows.findIndex((row) => cursorOf(row) === after) + 1 : 0
  const nodes = rows.slice(start, start + first)
  const last = nodes.at(-1)
  return {
    nodes,
    edges: nodes.map((node) => ({ node, cursor: cursorOf(node) })),
    pageInfo: {
      hasNextPage: start + first < rows.length,
      hasPreviousPage: start > 0,
      endCursor: last ? cursorOf(last) : null,
      startCursor: nodes[0] ? cursorOf(nodes[0]) : null,
    },
  }
}

const cursorOf = ({ id }: Node) => Buffer.from(id).toString('base64url')

/** Filters rows by Shopify's search syntax: `updated_at:` and the names below, joined by spaces or `OR`. */
export function search(rows: readonly Node[], query: string | null | undefined): Node[] {
  const alternatives = (query ?? '').split(' OR ').map((terms) => terms.split(/\s+/).filter(Boolean))
  return rows.filter((row) => alternatives.some((terms) => terms.every((term) => matches(row, term))))
}

const names = { source_identifier: 'sourceIdentifier', handle: 'handle' }

function matches(row: Node, term: string): boolean {
  const [, name, sign, value] = /^(updated_at|source_identifier|handle):(>=|>|)'?([^']+)'?$/.exec(term) ?? []
  if (!name || !value) throw new Error(`The practice store does not model the search ${term}.`)
  if (name !== 'updated_at') return row[names[name as keyof typeof names]] === value
  const changed = Date.parse(String(row.updatedAt))
  return sign === '>=' ? changed >= Date.parse(value) : changed > Date.parse(value)
}

export function byUpdatedAt(a: Node, b: Node): number {
  return String(a.updatedAt) < String(b.updatedAt) ? -1 : String(a.updatedAt) > String(b.updatedAt) ? 1 : 0
}
