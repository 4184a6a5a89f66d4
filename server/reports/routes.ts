import { api } from '@trunkshow/contract/api.ts'
import { type Cell, tableOf } from '@trunkshow/contract/reports/rules.ts'
import type { FastifyInstance } from 'fastify'
import { type CsvRow, sendCsv } from '../http/csv.ts'
import { route } from '../http/route.ts'
import { readReport } from './queries.ts'

/** A cell for spreadsheets, which read `45%` and `1234.50` as numbers. */
function plain(cell: Cell): string | number {
  if (typeof cell !== 'object') return cell
  if ('amount' in cell) return Number(cell.amount)
  return cell.share === null ? '' : `${Math.round(cell.share * 100)}%`
}

export function reportRoutes(app: FastifyInstance) {
  const { reports } = api
  route(app, reports.get, async (ctx, { query }) => readReport(ctx, query))
  route(app, reports.export, async (ctx, { query: { table, ...scope }, reply }) => {
    const { title, columns, rows } = tableOf(await readReport(ctx, scope), table)
    async function* lines(): AsyncGenerator<CsvRow> {
      for (const row of rows) yield Object.fromEntries(row.map((cell, at) => [columns[at]!, plain(cell)]))
    }
    return sendCsv(reply, title, [...columns], lines())
  })
}
