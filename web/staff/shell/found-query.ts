import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FoundBooking } from '@trunkshow/contract/bookings/schema.ts'
import { addDays, dayParts, formatDateRange, formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { emailTypes } from '@trunkshow/contract/emails/rules.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { api, call } from '../api/client.ts'
import type { Recent } from '../api/stored-user.ts'
import { readDate } from '../ui/form/read-date.ts'

/** Records of each kind. */
const LISTED = 5

/** A record that was found; an appointment or an email opens over the screen. */
export interface Found extends Recent {
  booking?: FoundBooking
  emailId?: number
}

/** Without case and accents, as the server compares. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a label has each word that was typed. */
export const containsWords = (label: string, typed: string) =>
  plain(typed)
    .split(/\s+/)
    .every((word) => plain(label).includes(word))

/** How many words a day has at most: `Fri, December 4, 2026`. */
const MAX_DAY_WORDS = 4
const HALF_A_YEAR = 180

/**
 * Splits what was typed into a day and the other words: `okafor dec 4`. A day without a year is the nearest one, since
 * staff look for past appointments too; a weekday is the next.
 *
 * @param today `yyyy-MM-dd`
 * @returns null if it names no day
 */
export function splitDay(typed: string, today: string): { date: string; q: string } | null {
  const words = typed.split(/\s+/)
  for (let length = Math.min(MAX_DAY_WORDS, words.length); length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const text = words.slice(at, at + length).join(' ')
      const date = readDate(text, /\d/.test(text) ? addDays(today, -HALF_A_YEAR) : today)
      if (date) return { date, q: words.toSpliced(at, length).join(' ') }
    }
  return null
}

async function findAppointments(typed: string, today: string): Promise<Found[]> {
  const onDay = splitDay(typed, today)
  const asked = [{ q: typed }, ...(onDay ? [onDay] : [])]
  const found = await Promise.all(
    asked.map((query) => call(api.bookings.find, { query: { ...query, limit: LISTED } })),
  )
  return [...new Map(found.flat().map((booking) => [booking.id, booking])).values()].map((booking) => {
    const { attendeeName, attendeeEmail, phone, slotDate, startTime, event } = booking
    const { weekday, month, day } = dayParts(slotDate)
    const when = `${weekday}, ${month} ${day}, ${formatTime(startTime)}`
    return {
      kind: 'Appointments',
      label: attendeeName,
      hint: [when, event.name, attendeeEmail, phone].filter(Boolean).join(' · '),
      href: `${paths.bookings(event.id)}?q=${encodeURIComponent(attendeeName)}`,
      booking,
    }
  })
}

/** Puts first what was meant: an order by its number, an event by its name; else guests. */
function ranked(
  typed: string,
  kinds: Record<'guests' | 'customers' | 'orders' | 'events' | 'others', Found[]>,
) {
  const { guests, customers, orders, events, others } = kinds
  const isNumber = orders.some(({ label }) => label.split(' ')[0] === `#${typed.replace(/^#/, '')}`)
  const [first = ''] = typed.split(/\s+/)
  const isEvent =
    events.some(({ label }) => plain(label).startsWith(plain(typed))) &&
    !guests.some(({ label, booking }) => containsWords(`${label} ${booking?.attendeeEmail}`, first))
  const people = [...guests, ...customers]
  if (isNumber) return [...orders, ...people, ...events, ...others]
  return isEvent ? [...events, ...people, ...orders, ...others] : [...people, ...orders, ...events, ...others]
}

/**
 * The records with these words, guests first, then newest first.
 *
 * @param today the company's date, `yyyy-MM-dd`
 */
export function foundQuery(q: string, today: string) {
  const query = { q, limit: LISTED, sort: 'newest', count: false } as const
  return queryOptions({
    queryKey: ['search', q, today],
    queryFn: async (): Promise<Found[]> => {
      const [guests, orders, customers, events, products, emails] = await Promise.all([
        findAppointments(q, today),
        call(api.orders.list, { query: { ...query, fields: 'summary' } }),
        call(api.customers.list, { query }),
        call(api.events.list, { query }),
        call(api.products.list, { query }),
        call(api.emails.list, { query: { q, limit: LISTED, count: false } }),
      ])
      return ranked(q, {
        guests,
        orders: orders.map(({ id, orderNumber, customerName, items, total }) => ({
          kind: 'Orders',
          label: `#${orderNumber} ${customerName}`,
          hint: `${items} · ${formatMoney(total)}`,
          href: `${paths.orders()}?orderId=${id}`,
        })),
        customers: customers.map(({ id, firstName, lastName, email }) => ({
          kind: 'Customers',
          label: `${firstName} ${lastName}`,
          hint: email,
          href: `${paths.customerHistory()}?customerId=${id}`,
        })),
        events: events.map(({ id, name, eventDate, endDate }) => ({
          kind: 'Events',
          label: name,
          hint: formatDateRange(eventDate, endDate),
          href: paths.bookings(id),
        })),
        others: [
          ...products.map(({ id, name, sku, basePrice }) => ({
            kind: 'Products',
            label: name,
            hint: [sku, formatMoney(basePrice)].filter(Boolean).join(' · '),
            href: `${paths.products()}?productId=${id}`,
          })),
          ...emails.map(({ id, emailType, toEmail, createdAt }) => ({
            kind: 'Emails',
            label: emailTypes[emailType].label,
            hint: `${toEmail} · ${formatShortDate(createdAt.slice(0, 10))}`,
            href: `${paths.emails()}?q=${encodeURIComponent(toEmail ?? '')}`,
            emailId: id,
          })),
        ],
      })
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
