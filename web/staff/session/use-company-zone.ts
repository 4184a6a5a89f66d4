import { DEFAULT_TIME_ZONE } from '@trunkshow/contract/dates.ts'
import { readZone, type Zone, zoneAbbreviation } from '@trunkshow/contract/zones.ts'
import { useUser } from './session-query.ts'

let fallback: Zone | undefined

/**
 * Returns the zone of the company's own records (docs/product.md, Dates and times); New York's while the server hasn't
 * said.
 */
export function useCompanyZone(): Zone {
  const known = useUser()?.zone
  if (known) return known
  fallback ??= readZone(DEFAULT_TIME_ZONE, '2020-01-01', '2040-01-01')
  return fallback
}

const americanZones: Record<string, string> = { E: 'Eastern', C: 'Central', M: 'Mountain', P: 'Pacific' }

/** Which times a list shows, in a sentence: `All times are Eastern.`, `All times are GMT+9.` */
export function timesSentence(zone: Zone, now: Date): string {
  const short = zoneAbbreviation(now, zone)
  const [, american = ''] = /^(.)[SD]T$/.exec(short) ?? []
  return `All times are ${americanZones[american] ?? short}.`
}
