import type { Node } from './shop.ts'

/** How a connection is asked for. Other ways in are not modelled. */
export interface PageArguments {
  first?: number
  after?: string | null
  query?: string | null
  sortKey?: string
}

/** One page of a list, as a connection answers it. A cursor names the row before, whatever has become of it since. */
export function pageOf(rows: readonly Node[], { first = 50, after }: PageArguments) {
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

/** The rows that a search in Shopify's words finds: words after `updated_at:` and the names below, some with `OR`. */
export function search(rows: readonly Node[], query: string | null | undefined): Node[] {
  const ways = (query ?? '').split(' OR ').map((way) => way.split(/\s+/).filter(Boolean))
  return rows.filter((row) => ways.some((terms) => terms.every((term) => fits(row, term))))
}

const names = { source_identifier: 'sourceIdentifier', handle: 'handle' }

function fits(row: Node, term: string): boolean {
  const [, name, sign, value] = /^(updated_at|source_identifier|handle):(>=|>|)'?([^']+)'?$/.exec(term) ?? []
  if (!name || !value) throw new Error(`The practice store does not model the search ${term}.`)
  if (name !== 'updated_at') return row[names[name as keyof typeof names]] === value
  const changed = Date.parse(String(row.updatedAt))
  return sign === '>=' ? changed >= Date.parse(value) : changed > Date.parse(value)
}

export function byUpdate(a: Node, b: Node): number {
  return String(a.updatedAt) < String(b.updatedAt) ? -1 : String(a.updatedAt) > String(b.updatedAt) ? 1 : 0
}
