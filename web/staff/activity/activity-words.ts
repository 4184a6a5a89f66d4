import { activityVerbs } from '@trunkshow/contract/activity/messages.ts'
import type { ActivitySubject } from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { formatDate, formatTime, formatTimeRange, isDate } from '@trunkshow/contract/dates.ts'

type Change = ActivityEntry['changes'][number]

/** Labels of fields, as on the screens, that their names don't say. */
const fieldLabels: Record<string, string> = {
  coHost: 'Co-host',
  totalSlots: 'Spots',
  shown: 'Shown to guests',
  companyAddress: 'Address',
  balanceDue: 'Balance due',
  text: 'Terms',
  fields: 'Measurements',
  codeFrom: 'Code to approve from',
  letsPriceFall: 'Approvals stay when the price falls',
  asksDeposit: 'Approvals ask for the deposit',
  embedOrigins: 'Sites with your booking pages',
  showAddress: 'Show address to guests',
  shopifyStoreUrl: 'Store address',
  selectedStates: 'Sales Tax',
  taxRates: 'Tax rates',
  taxRate: 'Tax rate, %',
  taxState: 'State of the tax rate',
  customer: 'Merged',
  sku: 'SKU',
  photoUrl: 'Photo',
  isMultiDay: 'Multi-day event',
  slotDuration: 'Minutes per appointment',
  maxBookingsPerSlot: 'Spots per time slot',
  logoUrl: 'Logo',
  bannerUrl: 'Banner',
  urlSlug: 'Custom URL',
  isPublic: 'Public Event',
  isActive: 'Active',
  maxPartySize: 'People per booking',
  hasWaitlist: 'Waitlist',
  offerMinutes: 'Minutes to accept a spot',
  spotPerGuest: 'A spot for each person',
  partySize: 'Party',
  bufferBefore: 'Minutes before each appointment',
  bufferAfter: 'Minutes after each appointment',
  dayHours: 'Hours of single days',
  noticeMinutes: 'Minutes of notice',
  bookUntil: 'Last day to book',
  isHidden: 'Hidden',
  limitPerNetwork: 'Stop one person from booking out the event',
  guestEmails: 'Emails to guests',
  phoneQuestion: 'Ask for a phone number',
  retention: 'Guest data',
  noticeSchedule: 'Booking alerts',
  ownNotices: 'Alerts about their own changes',
}

/** What an entry is about, as its tag and as a choice of the log's filter. */
export const subjectLabels: Record<ActivitySubject, readonly [tag: string, choice: string]> = {
  company: ['Company', 'Company details'],
  user: ['User', 'Users and roles'],
  event: ['Event', 'Events and time slots'],
  tour: ['Tour', 'Tours'],
  booking: ['Booking', 'Bookings'],
  waitlist: ['Waitlist', 'Waitlists'],
  customer: ['Customer', 'Customers'],
  product: ['Product', 'Products'],
  customization: ['Customization', 'Customizations'],
  option: ['Option', 'Customization options'],
  template: ['Template', 'Order templates'],
  discount: ['Discount code', 'Discount codes'],
  measurementSet: ['Measurement set', 'Measurement sets'],
  order: ['Order', 'Orders'],
  store: ['Store', 'Store platform integration'],
  import: ['Import', 'Imports'],
}

/** Fields with dates and times of day. */
const moments = new Set(['time', 'eventDate', 'endDate', 'startTime', 'endTime'])
/** Fields that the entry's sentence already names. */
const fieldsInSentence = new Set(['role', 'time', 'coHost'])

/** `Nora Lind changed the role of` and its object, which is absent where the verb says it all. */
export function sentenceOfEntry({ actorName, activity, subjectName }: ActivityEntry) {
  // Without a user, it was a guest using their booking's link.
  const actor = actorName ?? 'The guest'
  const saysAll = ['company.saved', 'user.joined', 'guests.retention', 'company.notices'].includes(activity)
  return { actor, does: activityVerbs[activity], subject: saysAll ? undefined : subjectName }
}

/**
 * The changes from → to. A single change of the field in the sentence has no label: `view only → admin`.
 *
 * @returns one line per change; without `label` if the sentence already names the field
 */
export function changesInWords({ changes }: ActivityEntry): { label?: string; text: string }[] {
  const [only, ...more] = changes
  if (only && more.length === 0 && fieldsInSentence.has(only.field)) return [{ text: fromTo(only) }]
  return changes.map((change) => ({ label: labelOf(change), text: fromTo(change) }))
}

/** `basePrice` → `Base price`; an order's fields have the labels of its form. */
function labelOf({ field }: Change): string {
  if (fieldLabels[field] || !/^[a-z]+([A-Z][a-z]+)*$/.test(field)) return fieldLabels[field] ?? field
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words[0]!.toUpperCase() + words.slice(1)
}

function fromTo({ field, from, to }: Change): string {
  if (field === 'logoUrl' || field === 'bannerUrl') return from ? (to ? 'replaced' : 'removed') : 'added'
  const read = (value: string) => (moments.has(field) ? formatMoment(value) : value)
  // Erasing a person removes the values but keeps the entry.
  if (from === null && to === null) return 'erased'
  if (from && to) return `${read(from)} → ${read(to)}`
  const emptied = !to && !fieldsInSentence.has(field)
  return read(to || from || '') + (emptied ? ' → empty' : '')
}

/** `2027-04-16 10:00-10:30` → `April 16, 2027, 10:00 AM – 10:30 AM`; also just a date or a time. */
function formatMoment(value: string): string {
  const words = value.split(' ').map((part) => {
    if (isDate(part)) return formatDate(part)
    const [start = '', end] = part.split('-')
    return end ? formatTimeRange(start, end) : formatTime(start)
  })
  return words.join(', ')
}
