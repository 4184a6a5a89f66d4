import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { noise } from '../../../server/test/pictures.ts'
import type { Host, Show } from '../show.ts'

/** A picture that takes about this many kilobytes. */
export const makePicture = (side = 600) => noise(side, side).png().toBuffer()

/** Saves an event with a new name and banner in one form. @throws if no answer comes within 20 seconds */
export async function uploadBanner(url: string, host: Host, show: Show, picture: Buffer, name: string) {
  const { body: event } = await host.call(`/api/events/${show.id}`)
  const form = new FormData()
  const kept = ['hostName', 'eventDate', 'endDate', 'isMultiDay', 'startTime', 'endTime', 'slotDuration']
  for (const field of [...kept, 'maxBookingsPerSlot'])
    if (event[field] !== null) form.append(field, String(event[field]))
  form.append('name', name)
  form.append('banner', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'banner.png')
  const sentAt = performance.now()
  const answer = await fetch(`${url}/api/events/${show.id}`, {
    method: 'PUT',
    headers: { cookie: host.cookie, accept: 'application/json' },
    body: form,
    signal: AbortSignal.timeout(20_000),
  })
  const body = await answer.json()
  return {
    status: answer.status,
    message: String(body.message ?? ''),
    bannerUrl: body.bannerUrl as string | null,
    took: performance.now() - sentAt,
  }
}

/** All files below a folder, by their paths. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}
