import { api } from '@trunkshow/contract/api.ts'
import type { DeskAnswer } from '@trunkshow/contract/desk/schema.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'
import { forget, keep, listKept } from '../api/device-store.ts'
import { markSent, type Queue, type Queued, readyToSend, settle } from './queue.ts'

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
    // Whatever was queued meanwhile is being written, and read the next time.
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
export type DeskQueue = ReturnType<typeof openQueue>

/** The queue of a user at an event, as it changes. */
export function useDeskQueue(userId: number, eventId: number): [Queue, DeskQueue] {
  const [store] = useState(() => openQueue(userId, eventId))
  const queue = useSyncExternalStore(store.subscribe, store.read)
  useEffect(() => void store.load().catch(() => undefined), [store])
  return [queue, store]
}
