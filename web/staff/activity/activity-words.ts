import { activityVerbs } from '@trunkshow/contract/activity/messages.ts'
import type { ActivitySubject } from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { formatDate, formatTime, formatTimeRange, isDate } from '@trunkshow/contract/dates.ts'

type Change = ActivityEntry['changes'][number]

/** Labels of fields, as on the screens. */
const fieldLabels: Record<string, string> = {
  role: 'Role',
  time: 'Time',
  coHost: 'Co-host',
  added: 'Added',
  removed: 'Removed',
  hidden: 'Hidden',
  totalSlots: 'Spots',
  shown: 'Shown to guests',
  companyName: 'Company name',
  companyAddress: 'Address',
  companyPhone: 'Company phone',
  embedOrigins: 'Sites with your booking pages',
  accentColor: 'Accent color',
  showAddress: 'Show address to guests',
  shopifyStoreUrl: 'Store address',
  selectedStates: 'Sales Tax',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  notes: 'Notes',
  tags: 'Tags',
  customer: 'Merged',
  rows: 'Rows',
  sku: 'SKU',
  basePrice: 'Base price',
  price: 'Price',
  category: 'Category',
  photoUrl: 'Photo',
  hostName: 'Host name',
  description: 'Description',
  eventDate: 'Event date',
  endDate: 'End date',
  isMultiDay: 'Multi-day event',
  startTime: 'Start time',
  endTime: 'End time',
  slotDuration: 'Minutes per appointment',
  maxBookingsPerSlot: 'Spots per time slot',
  location: 'Location',
  showLocation: 'Show location',
  contactEmail: 'Contact email',
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
  attendance: 'Attendance',
  bufferBefore: 'Minutes before each appointment',
  bufferAfter: 'Minutes after each appointment',
  breaks: 'Breaks',
  dayHours: 'Hours of single days',
  noticeMinutes: 'Minutes of notice',
  daysAhead: 'Days ahead',
  bookUntil: 'Last day to book',
  isHidden: 'Hidden',
  limitPerNetwork: 'Stop one person from booking out the event',
  guestEmails: 'Emails to guests',
  phoneQuestion: 'Ask for a phone number',
  questions: 'Questions',
  subject: 'Subject',
  guests: 'Guests',
  bookings: 'Bookings',
  orders: 'Orders',
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
  return changes.map((change) => ({ label: fieldLabels[change.field] ?? change.field, text: fromTo(change) }))
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
