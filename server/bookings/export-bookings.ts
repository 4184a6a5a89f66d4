import { answerText, attendanceLabels, type GivenAnswer } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { BookingFilter } from '@trunkshow/contract/bookings/screens.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { StaffContext } from '../context.ts'
import { events } from '../platform/db/schema/events.ts'
import type { CsvColumn } from '../platform/http/send-file.ts'
import { eachBooking } from './queries.ts'

/** Column headings and their values. Dates are `yyyy-MM-dd`, times `HH:mm` in the venue's time zone. */
const columns: Record<string, (booking: Booking) => string | number> = {
  Date: (booking) => booking.slotDate,
  Start: (booking) => booking.startTime,
  End: (booking) => booking.endTime,
  Name: (booking) => booking.attendeeName,
  Email: (booking) => booking.attendeeEmail ?? '',
  Status: (booking) => (booking.status === 'cancelled' ? 'Cancelled' : 'Active'),
  'Outside event hours': (booking) => (booking.outsideEventHours ? 'Yes' : 'No'),
  'Booking number': (booking) => booking.id,
  'Party size': (booking) => booking.partySize,
  Notes: (booking) => booking.notes,
  Attendance: ({ attendance }) => (attendance ? attendanceLabels[attendance] : ''),
  'Said they are coming': ({ isComing }) => (isComing ? 'Yes' : 'No'),
  'Assigned to': ({ assignee }) => assignee?.name ?? '',
  Room: ({ room }) => room,
}

/** The key of a question's column, which cannot be that of another column. */
const answerColumn = (label: string) => `answer: ${label}`

/** The address that opens a guest's photo, for those who may see it. */
export const photoUrl = ({ publicUrl }: Config, bookingId: number, { answer }: Pick<GivenAnswer, 'answer'>) =>
  publicUrl + paths.bookingPhoto(bookingId, String(answer))

/**
 * Returns the columns of an event's file: the phone if it is asked for or known, and one for each question that is asked
 * or was answered, as it was asked then.
 *
 * @param eventId of an event the caller may see
 */
export async function listExportedColumns(ctx: StaffContext, eventId: number): Promise<CsvColumn[]> {
  const { rows } = await ctx.db.execute<{ hasPhones: boolean; labels: string[] }>(sql`
    SELECT ${events.phoneQuestion} <> 'off'
        OR EXISTS (SELECT FROM bookings AS b WHERE b.event_id = ${events.id} AND b.phone IS NOT NULL) AS "hasPhones",
      ARRAY(SELECT asked.question->>'label' FROM jsonb_array_elements(${events.questions}) AS asked (question))
        || ARRAY(
          SELECT given.answer->>'label' FROM bookings AS b, jsonb_array_elements(b.answers) WITH ORDINALITY AS given (answer, place)
          WHERE b.event_id = ${events.id} GROUP BY 1 ORDER BY min(b.id), min(place)) AS labels
    FROM ${events} WHERE ${events.id} = ${eventId}`)
  const { hasPhones, labels } = rows[0]!
  const answers = [...new Set(labels)].map((label) => ({ key: answerColumn(label), header: label }))
  return [...Object.keys(columns), ...(hasPhones ? ['Phone'] : []), ...answers]
}

/** Yields the bookings that the list shows for the same filter, as rows of a file. */
export async function* exportBookings(ctx: StaffContext, eventId: number, filter: BookingFilter) {
  for await (const booking of eachBooking(ctx, eventId, filter)) {
    const { id, phone = '', answers = [] } = booking
    const cells = answers.map((given) => [
      answerColumn(given.label),
      given.type === 'attachment' ? photoUrl(ctx.config, id, given) : answerText(given),
    ])
    yield {
      ...Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(booking)])),
      Phone: phone,
      ...Object.fromEntries(cells),
    }
  }
}
