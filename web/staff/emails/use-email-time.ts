import { formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useCompanyZone } from '../session/session-query.ts'

/** Returns what formats an instant by the company's clock: `Nov 22, 2026, 10:48 AM`. */
export function useEmailTime() {
  const zone = useCompanyZone()
  return (at: string) => {
    const { date, time } = wallClock(new Date(at), zone)
    return `${formatShortDate(date)}, ${formatTime(time)}`
  }
}
