import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeskAnswer, DeskDay } from '@trunkshow/contract/desk/schema.ts'
import { dayToOpen } from '@trunkshow/contract/slots/rules.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api, CallError, call } from '../api/client.ts'
import { forget, forgetOldDays, keep, listKept } from '../api/device-store.ts'
import { ensureVersion, liveQuery } from '../api/query-client.ts'
import { markSent, type Queue, type Queued, readyToSend, settle } from './queue.ts'

function watchNetwork(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the call failed for the network or the server, not for what was sent. */
const isUnreachable = (error: Error | null) =>
  error !== null && !(error instanceof CallError && error.isRefusal)

/** One day of an event, the queue of this device, and whether the server can be reached. */
export function useDesk(userId: number, eventId: number, date: string | undefined) {
  const client = useQueryClient()
  const [store] = useState(() => openQueue(userId, eventId))
  const queue = useSyncExternalStore(store.subscribe, store.read)
  useEffect(() => void store.load().catch(() => undefined), [store])
  const version = useQuery(deskVersionQuery(eventId))
  const dayQuery = deskDayQuery(userId, eventId, date)
  const day = useQuery(dayQuery)
  const hasNetwork = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  const offline = !hasNetwork || isUnreachable(version.error)
  const ready = readyToSend(queue).length

  const { refetch } = version
  useEffect(() => {
    if (hasNetwork) void refetch()
  }, [hasNetwork, refetch])

  const checkedAt = version.dataUpdatedAt
  const isStored = day.data?.isStored === true
  const { refetch: reload } = day
  // A stored day is loaded with the first answer of the server, whenever that is.
  useEffect(() => {
    if (isStored && checkedAt > 0) void reload({ cancelRefetch: false })
  }, [isStored, checkedAt, reload])

  const sending = useMutation({ mutationFn: () => store.send(show), onSettled: () => refetch() })
  const { mutate: send } = sending
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server is a reason to try again.
  useEffect(() => {
    if (!offline && ready > 0) send()
  }, [offline, ready, checkedAt])

  function show(answers: readonly DeskAnswer[]) {
    const shown = client.setQueryData(dayQuery.queryKey, (loaded) => loaded && withAnswers(loaded, answers))
    if (shown) void storeDay(userId, shown)
  }

  return {
    day,
    queue,
    update: store.update,
    offline,
    /** When the list was last known to be the server's, in milliseconds since 1970; 0 until the server has answered. */
    checkedAt: isStored ? 0 : checkedAt,
    /** Why the server takes no changes, although it can be reached. */
    refusal: isUnreachable(sending.error) ? null : sending.error,
  }
}
export type Desk = ReturnType<typeof useDesk>

/** The day with the bookings that the server answered with. */
function withAnswers(loaded: LoadedDay, answers: readonly DeskAnswer[]): LoadedDay {
  const changed = new Map(answers.flatMap(({ booking }) => (booking ? [[booking.id, booking] as const] : [])))
  const { day } = loaded
  const bookings = day.bookings.map((booking) => changed.get(booking.id) ?? booking)
  const known = new Set(bookings.map(({ id }) => id))
  const added = [...changed.values()].filter(({ id }) => !known.has(id))
  const shown = [...bookings, ...added].filter(
    ({ status, slotDate }) => status === 'active' && slotDate === day.date,
  )
  return { ...loaded, day: { ...day, bookings: shown } }
}

const daysOf = (eventId: number) => ['desk', eventId, 'day']

/** Polls whether anything of the event changed, and whether the server can be reached. */
const deskVersionQuery = (eventId: number) => ({
  ...liveQuery({
    queryKey: ['desk', eventId, 'version'],
    fetchVersion: () => call(api.events.summary, { params: { id: eventId } }),
    // If it fails, the version stays as it was, and the next one reloads again.
    reload: (client) => client.invalidateQueries({ queryKey: daysOf(eventId) }, { throwOnError: true }),
  }),
  retry: false,
})

/** One day at the desk: what the device has stored, until the server answers. */
function deskDayQuery(userId: number, eventId: number, date: string | undefined) {
  return queryOptions({
    queryKey: [...daysOf(eventId), userId, date ?? 'next'],
    queryFn: async ({ client, queryKey }): Promise<LoadedDay> => {
      const stored = await findStoredDay(userId, eventId, date)
      if (stored && !client.getQueryData(queryKey)) client.setQueryData(queryKey, stored)
      await ensureVersion(client, deskVersionQuery(eventId))
      const day = await call(api.desk.day, { params: { id: eventId }, query: { date } })
      const loaded = { day, loadedAt: Date.now() }
      await storeDay(userId, loaded)
      return loaded
    },
    staleTime: 0,
    retry: false,
  })
}

export interface LoadedDay {
  day: DeskDay
  /** Milliseconds since 1970. */
  loadedAt: number
  /** Whether it comes from the device, and the server hasn't answered since. */
  isStored?: boolean
}

async function storeDay(userId: number, loaded: LoadedDay): Promise<void> {
  const { event, date } = loaded.day
  await keep(['day', userId, event.id, date], loaded).catch(() => undefined) // a browser that stores nothing
}

/** Returns what this user has stored of a day; without a date, of the day that the desk opens with. */
async function findStoredDay(userId: number, eventId: number, date?: string): Promise<LoadedDay | undefined> {
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

/** The queue of one user at one event, in this tab and on the device. */
function openQueue(userId: number, eventId: number) {
  const start = ['change', userId, eventId] as const
  const listeners = new Set<() => void>()
  let queue: Queue = []
  let sending: Promise<void> | undefined
  let writing = Promise.resolve()

  function show(next: Queue) {
    queue = next
    for (const listener of listeners) listener()
  }

  /** Another tab may have queued or sent something. */
  async function read() {
    await writing
    const before = queue
    const stored = await listKept<Queued>(start)
    // What was queued since is being written, and read the next time.
    if (queue === before) show(stored.toSorted((a, b) => a.order - b.order))
  }

  function update(change: (queue: Queue) => Queue) {
    const before = queue
    show(change(queue))
    const after = queue
    writing = writing
      .then(async () => {
        for (const entry of after.filter((entry) => !before.includes(entry)))
          await keep([...start, entry.change.key], entry)
        const keys = new Set(after.map(({ change }) => change.key))
        for (const { change } of before) if (!keys.has(change.key)) await forget([...start, change.key])
      })
      .catch(() => undefined) // a browser that stores nothing still sends
    return writing
  }

  async function sendAll(onAnswers: (answers: DeskAnswer[]) => void) {
    await read().catch(() => undefined)
    for (let batch = readyToSend(queue); batch.length > 0; batch = readyToSend(queue)) {
      await update((queue) => markSent(queue, batch))
      const changes = batch.map(({ change }) => change)
      const answers = await call(api.desk.change, { params: { id: eventId }, body: { userId, changes } })
      await update((queue) => settle(queue, answers))
      onAnswers(answers)
    }
  }

  return {
    update,
    read: () => queue,
    load: read,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Sends what can be sent, once at a time. @throws CallError, and then what was not answered stays in the queue */
    send(onAnswers: (answers: DeskAnswer[]) => void) {
      sending ??= sendAll(onAnswers).finally(() => {
        sending = undefined
      })
      return sending
    },
  }
}
