import type { DeskDay } from '@trunkshow/contract/desk/schema.ts'
import { dayToOpen } from '@trunkshow/contract/slots/rules.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { forgetOldDays, keep, listKept } from '../api/device-store.ts'

/** A day as it was loaded, and when. */
export interface LoadedDay {
  day: DeskDay
  /** Milliseconds since 1970. */
  loadedAt: number
  /** Whether it comes from the device, and the server hasn't answered since. */
  isStored?: boolean
}

export async function storeDay(userId: number, loaded: LoadedDay): Promise<void> {
  const { event, date } = loaded.day
  await keep(['day', userId, event.id, date], loaded).catch(() => undefined) // a browser that stores nothing
}

/** Returns what this user has stored of a day; without a date, of the day that the desk opens with. */
export async function findStoredDay(
  userId: number,
  eventId: number,
  date: string | undefined,
): Promise<LoadedDay | undefined> {
  try {
    await forgetOldDays()
    const days = await listKept<LoadedDay>(['day', userId, eventId])
    const newest = days.toSorted((a, b) => b.loadedAt - a.loadedAt)[0]
    if (!newest) return undefined
    const { event, dates } = newest.day
    const wanted = date ?? dayToOpen(dates, wallClock(new Date(), event.zone).date)
    const found = days.find(({ day }) => day.date === wanted) ?? (date ? undefined : newest)
    return found && { ...found, isStored: true }
  } catch {
    return undefined // a browser that stores nothing
  }
}
