import { newYorkNow } from '../server/test/new-york.ts'
import { expect, type Host } from './fixtures.ts'

/** Makes a show with one time slot, which lasts all of today. @returns the show and the slot's ID */
export async function makeToday({ page, makeShow, slotAt }: Host) {
  const hours = { startTime: '22:59', endTime: '23:59', slotDuration: 60 }
  const show = await makeShow({ eventDate: newYorkNow().date, ...hours })
  const { id } = await slotAt(show, '22:59')
  const allDay = { startTime: '00:00' }
  expect((await page.request.patch(`/api/timeslots/${id}`, { data: allDay })).ok()).toBe(true)
  return { show, slotId: id }
}

/** Adds a guest by staff, since guests cannot book a time that has begun. */
export const addGuest = (host: Host, slotId: number, attendeeName: string) =>
  host.make<{ id: number }>(`/api/timeslots/${slotId}/bookings`, { attendeeName })
