import { daysBetween, formatShortDate } from '@trunkshow/contract/dates.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useCompanyZone } from '../../session/session-query.ts'

export const riskWords = { late: 'Late', atRisk: 'At risk' } as const

/** Says when an order is due: `Nov 20, 5 days late`, `Dec 1, at risk, needed Dec 4`, `No date yet`. */
export function useDueWords() {
  const zone = useCompanyZone()
  return ({ promisedOn, neededBy, risk }: Pick<OrderSummary, 'promisedOn' | 'neededBy' | 'risk'>): string => {
    const due = promisedOn ?? neededBy
    if (!due) return 'No date yet'
    const days = daysBetween(due, wallClock(new Date(), zone).date)
    const late = risk === 'late' && `${days} ${days === 1 ? 'day' : 'days'} late`
    const needed = promisedOn && neededBy ? `needed ${formatShortDate(neededBy)}` : ''
    const day = promisedOn ? formatShortDate(due) : `Needed ${formatShortDate(due)}`
    return [day, late || (risk && 'at risk'), !late && needed].filter(Boolean).join(', ')
  }
}
