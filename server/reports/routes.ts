import { api } from '@trunkshow/contract/api.ts'
import { type Cell, statementTable, type Table, tableOf } from '@trunkshow/contract/reports/rules.ts'
import type { Report, ReportScope } from '@trunkshow/contract/reports/schema.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { recordExport } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { route } from '../platform/http/route.ts'
import { type CsvRow, sendCsv } from '../platform/http/send-file.ts'
import { mostInFile, mostOnScreen, readReport } from './queries.ts'
import { readStatement, saveCommission } from './read-statement.ts'

/** A cell for spreadsheets, which read `45%` and `1234.50` as numbers. */
function plain(cell: Cell): string | number {
  if (typeof cell !== 'object') return cell
  if ('amount' in cell) return Number(cell.amount)
  return cell.share === null ? '' : `${Math.round(cell.share * 100)}%`
}

export function reportRoutes(app: FastifyInstance) {
  const { reports } = api
  /** A report takes the database up to some seconds, so a company has one made at a time, and others wait for none. */
  const read = (ctx: StaffContext, scope: ReportScope, most = mostOnScreen): Promise<Report> => {
    const owner = ctx.actor.companyId
    return app.sharedReports.get({ owner, key: JSON.stringify([owner, scope, most]) }, async () => {
      const value = await readReport(ctx, scope, most)
      return { value, bytes: 2 * JSON.stringify(value).length }
    })
  }
  route(app, reports.get, async (ctx, { query }) => read(ctx, query))
  route(app, reports.statement, async (ctx, { params }) => readStatement(ctx, params.id))
  route(app, reports.saveCommission, async (ctx, { params, body }) => saveCommission(ctx, params.id, body))
  const send = async (ctx: StaffContext, reply: FastifyReply, { title, columns, rows }: Table) => {
    async function* lines(): AsyncGenerator<CsvRow> {
      for (const row of rows) yield Object.fromEntries(row.map((cell, at) => [columns[at]!, plain(cell)]))
    }
    await recordExport(ctx, title)
    return sendCsv(reply, title, [...columns], lines())
  }
  route(app, reports.statementFile, async (ctx, { params, reply }) =>
    send(ctx, reply, statementTable(await readStatement(ctx, params.id))),
  )
  route(app, reports.export, async (ctx, { query: { table, ...scope }, reply }) => {
    return send(ctx, reply, tableOf(await read(ctx, scope, mostInFile), table))
  })
}
