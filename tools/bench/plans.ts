import type pg from 'pg'
import type { StaffContext } from '../../server/context.ts'
import { listCustomers } from '../../server/customers/queries.ts'
import { databaseOf } from '../../server/platform/db/transaction.ts'
import { readPage } from '../../server/platform/http/paging.ts'
import { listProducts } from '../../server/products/queries.ts'

interface Plan {
  'Node Type': string
  'Index Name'?: string
  Plans?: Plan[]
}

function nodesOf({ Plans = [], ...plan }: Plan): string[] {
  const index = plan['Index Name'] ? ` on ${plan['Index Name']}` : ''
  return [plan['Node Type'] + index, ...Plans.flatMap(nodesOf)]
}

const calls: Record<string, (ctx: StaffContext) => Promise<unknown>> = {
  'customers, first page': (ctx) => listCustomers(ctx, readPage({ limit: 100 }), {}),
  'customers, search': (ctx) => listCustomers(ctx, readPage({ limit: 100 }), { q: 'clara alban' }),
  'customers, search of one letter': (ctx) => listCustomers(ctx, readPage({ limit: 100 }), { q: 'a' }),
  'customers, search of a word that all have': (ctx) =>
    listCustomers(ctx, readPage({ limit: 100 }), { q: 'mail' }),
  'products, first page': (ctx) => listProducts(ctx, readPage({ limit: 100 }), {}),
  'products, search': (ctx) => listProducts(ctx, readPage({ limit: 100 }), { q: 'silk gown' }),
}

/** Lists the kinds of node in PostgreSQL's plans for the lists' own queries, for page and count together. */
export async function explainLists(client: pg.Client): Promise<Record<string, string[]>> {
  const plans: Record<string, string[]> = {}
  for (const [name, list] of Object.entries(calls)) {
    const nodes = new Set<string>()
    const query = async (given: string | { text: string; values?: unknown[] }, apart: unknown[]) => {
      const { text, values = apart } = typeof given === 'string' ? { text: given } : given
      if (/^\s*(SELECT|WITH)/i.test(text)) {
        const explained = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values)
        for (const node of nodesOf(explained.rows[0]['QUERY PLAN'][0].Plan)) nodes.add(node)
      }
      return client.query(given as pg.QueryArrayConfig, apart)
    }
    const db = databaseOf({ query } as unknown as pg.PoolClient)
    await list({ db, actor: { companyId: 1, role: 'admin', coHostOf: [] } } as unknown as StaffContext)
    plans[name] = [...nodes]
  }
  return plans
}
