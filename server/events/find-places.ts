import type { Place } from '@trunkshow/contract/events/schema.ts'
import { isTimeZone } from '@trunkshow/contract/zones.ts'
import type { CityData } from 'city-timezones'
import { desc } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { events } from '../platform/db/schema/events.ts'
import { rowsOf } from '../platform/db/statement.ts'

const LISTED = 8

/** Lower case, without accents. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** A state or province tells cities of one name apart in the US and Canada; elsewhere the country does. */
function regionOf({ province, country, iso2 }: CityData): string {
  if (iso2 === 'US') return province
  return iso2 === 'CA' ? `${province}, ${country}` : country
}

let places: Promise<(Place & { words: string })[]> | undefined

/** Reads the larger cities, largest first, then those that only time zones name. Takes about 7 MB. */
async function readPlaces() {
  const { cityMapping } = (await import('city-timezones')).default
  const cities = cityMapping
    .filter(({ timezone }) => timezone && isTimeZone(timezone)) // some have none
    .sort((a, b) => b.pop - a.pop)
    .map((city): Place => ({ city: city.city, region: regionOf(city), timeZone: city.timezone }))
  const known = new Set(cities.map(({ city }) => city))
  const others = Intl.supportedValuesOf('timeZone')
    .filter(isTimeZone)
    .map(
      (timeZone): Place => ({ city: timeZone.split('/').at(-1)!.replaceAll('_', ' '), region: '', timeZone }),
    )
    .filter(({ city }) => !known.has(city))
  return [...cities, ...others].map((place) => ({ ...place, words: plain(`${place.city}, ${place.region}`) }))
}

/** Returns the place of the company's last event; none before the first. */
export async function findLastPlace(ctx: StaffContext) {
  const [last] = await rowsOf(ctx, events, {}, { timeZone: events.timeZone, city: events.city })
    .orderBy(desc(events.id))
    .limit(1)
  return last
}

/** Finds cities by the beginning of a word, largest first; without text, the place of the company's last event. */
export async function findPlaces(ctx: StaffContext, text: string): Promise<Place[]> {
  const wanted = plain(text)
  if (!wanted) {
    const last = await findLastPlace(ctx)
    return last ? [{ region: '', ...last }] : []
  }
  places ??= readPlaces()
  const all = await places
  const first = all.filter(({ words }) => words.startsWith(wanted))
  const later = all.filter(({ words }) => !words.startsWith(wanted) && words.includes(` ${wanted}`))
  return [...first, ...later].slice(0, LISTED).map(({ words: _, ...place }) => place)
}
