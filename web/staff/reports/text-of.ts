import { formatShortDate, isDate } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { Cell } from '@trunkshow/contract/reports/rules.ts'

/** A cell of a report as the screen shows it. */
export function textOf(cell: Cell): string {
  if (typeof cell === 'number') return cell.toLocaleString('en-US')
  if (typeof cell === 'string') return isDate(cell) ? formatShortDate(cell) : cell
  if ('amount' in cell) return formatMoney(cell.amount)
  return cell.share === null ? '' : `${Math.round(100 * cell.share)}%`
}
