import { roles } from '@trunkshow/contract/permissions.ts'
import { unique } from '../app.ts'
import { eventForm } from '../factories.ts'
import { type Row, staff } from './world.ts'

const stopOf = ({
  eventDate,
  startTime,
  endTime,
}: {
  eventDate: string
  startTime: string
  endTime: string
}) => ({
  location: 'Dallas',
  eventDate,
  startTime,
  endTime,
})

const walkIn = (timeSlotId: number) => ({
  key: unique('walk-in-at-the-desk'),
  kind: 'walkIn',
  timeSlotId,
  attendeeName: 'Walk-in',
  partySize: 1,
})

/** Events with their co-hosts, time slots, bookings, and emails. */
export const eventCalls: Record<string, Row> = {
  'events.list': { aim: () => ['/api/events'], may: 'all', success: 200, foreign: 200 },
  'events.create': { aim: () => ['/api/events', eventForm()], may: staff, success: 201, foreign: 201 },
  'events.get': {
    aim: ({ event }) => [`/api/events/${event.urlSlug}`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'events.update': {
    aim: ({ event }) => [`/api/events/${event.id}`, eventForm({ name: 'Renamed' })],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'events.setVisibility': {
    aim: ({ event }) => [`/api/events/${event.id}/visibility`, { isHidden: false }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'events.places': { aim: () => ['/api/places?q=dal'], may: roles, success: 200, foreign: 200, coHost: 200 },
  'events.confirmContact': {
    aim: ({ event }) => [`/api/events/${event.id}/contact-confirmation`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'events.remove': {
    // The event has a booking, so not even an admin may delete it.
    aim: ({ event }) => [`/api/events/${event.id}`],
    may: ['admin'],
    success: 409,
    foreign: 404,
  },
  'waitlist.list': {
    aim: ({ event }) => [`/api/events/${event.id}/waitlist`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'waitlist.moveToTop': {
    aim: ({ waitId }) => [`/api/waitlist/${waitId}/top`],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'waitlist.remove': {
    aim: ({ waitId }) => [`/api/waitlist/${waitId}`],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'waitlist.offer': {
    aim: ({ waitId, slots }) => [`/api/waitlist/${waitId}/offer`, { timeSlotId: slots[1]!.id }],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'events.summary': {
    aim: ({ event }) => [`/api/events/${event.id}/summary`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'coHosts.list': {
    aim: ({ event }) => [`/api/events/${event.id}/co-hosts`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'coHosts.invite': {
    aim: ({ event }) => [`/api/events/${event.id}/co-hosts`, { email: `${unique()}@mail.test` }],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'coHosts.remove': {
    aim: ({ event, coHostId }) => [`/api/events/${event.id}/co-hosts/${coHostId}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'coHosts.invitation': {
    aim: ({ coHostInvitation }) => [`/api/co-host-invitations/${coHostInvitation}`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  // Only for the invited address.
  'coHosts.accept': {
    aim: ({ coHostInvitation }) => [`/api/co-host-invitations/${coHostInvitation}`],
    may: roles,
    success: 403,
    foreign: 403,
  },
  'tours.list': { aim: () => ['/api/tours'], may: roles, success: 200, foreign: 200, coHost: 200 },
  'tours.create': {
    aim: ({ event }) => ['/api/tours', { name: 'Spring Tour', copyOf: event.id, stops: [stopOf(event)] }],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'tours.rename': {
    aim: ({ tourId }) => [`/api/tours/${tourId}`, { name: 'Autumn Tour' }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'tours.addStops': {
    aim: ({ event, tourId }) => [`/api/tours/${tourId}/stops`, { copyOf: event.id, stops: [stopOf(event)] }],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'tours.addEvent': {
    aim: ({ event, tourId }) => [`/api/tours/${tourId}/stops/${event.id}`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'tours.removeEvent': {
    aim: ({ event, tourId }) => [`/api/tours/${tourId}/stops/${event.id}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'tours.remove': {
    aim: ({ tourId }) => [`/api/tours/${tourId}`],
    may: ['admin'],
    success: 204,
    foreign: 404,
  },
  'slots.list': {
    aim: ({ event }) => [`/api/events/${event.id}/timeslots`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'slots.fill': {
    aim: ({ event }) => [`/api/timeslots/fill?eventIds=${event.id}`],
    may: roles,
    success: 200,
    foreign: 200,
    coHost: 200,
  },
  'slots.create': {
    aim: ({ event }) => [
      `/api/events/${event.id}/timeslots`,
      { slotDate: event.eventDate, startTime: '14:00', endTime: '14:30', totalSlots: 1 },
    ],
    may: staff,
    success: 201,
    foreign: 404,
    coHost: 201,
  },
  'slots.previewSync': {
    aim: ({ event }) => [`/api/events/${event.id}/timeslots/sync`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'slots.sync': {
    aim: ({ event }) => [`/api/events/${event.id}/timeslots/sync`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'slots.update': {
    aim: ({ slots }) => [`/api/timeslots/${slots[0]!.id}`, { totalSlots: 4 }],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'slots.remove': {
    aim: ({ slots }) => [`/api/timeslots/${slots[3]!.id}`],
    may: staff,
    success: 204,
    foreign: 404,
    coHost: 204,
  },
  'bookings.list': {
    aim: ({ event }) => [`/api/events/${event.id}/bookings`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'bookings.find': {
    aim: () => ['/api/bookings/search?q=grace'],
    may: roles,
    success: 200,
    foreign: 200,
    coHost: 200,
  },
  'bookings.export': {
    aim: ({ event }) => [`/api/events/${event.id}/bookings.csv`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'bookings.cancel': {
    aim: ({ bookingId }) => [`/api/bookings/${bookingId}/cancel`],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'bookings.add': {
    aim: ({ slots }) => [`/api/timeslots/${slots[1]!.id}/bookings`, { attendeeName: 'Lena' }],
    may: staff,
    success: 201,
    foreign: 404,
    coHost: 201,
  },
  'bookings.saveNotes': {
    aim: ({ bookingId }) => [`/api/bookings/${bookingId}/notes`, { notes: 'Brings her mother', version: 0 }],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'bookings.reschedule': {
    aim: ({ bookingId, slots }) => [`/api/bookings/${bookingId}/reschedule`, { newTimeSlotId: slots[1]!.id }],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'bookings.book': {
    aim: ({ slots }) => [
      `/api/timeslots/${slots[1]!.id}/book`,
      { attendeeName: 'Lena', attendeeEmail: 'lena@mail.test' },
    ],
    may: roles,
    success: 201,
    foreign: 404,
    coHost: 201,
  },
  'bookings.manage': {
    aim: ({ token }) => [`/api/bookings/manage/${token}`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'bookings.rescheduleByVisitor': {
    aim: ({ token, slots }) => [`/api/bookings/manage/${token}/reschedule`, { newTimeSlotId: slots[1]!.id }],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'bookings.cancelByVisitor': {
    aim: ({ token }) => [`/api/bookings/${token}/cancel`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'bookings.get': {
    aim: ({ bookingId }) => [`/api/bookings/${bookingId}`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'desk.day': {
    aim: ({ event }) => [`/api/events/${event.id}/desk`],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'desk.change': {
    aim: ({ event, slots }) => [`/api/events/${event.id}/desk`, { changes: [walkIn(slots[1]!.id)] }],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'emails.list': {
    aim: ({ bookingId }) => [`/api/emails?bookingId=${bookingId}`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'emails.get': {
    aim: ({ emailId }) => [`/api/emails/${emailId}`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'emails.resend': {
    aim: ({ emailId }) => [`/api/emails/${emailId}/resend`, {}],
    may: staff,
    success: 201,
    foreign: 404,
    coHost: 201,
  },
  'emails.guests': {
    aim: ({ event }) => [`/api/events/${event.id}/guests`],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'emails.toGuests': {
    aim: ({ event }) => [`/api/events/${event.id}/messages`, { subject: 'A new door', text: 'Please ring.' }],
    may: staff,
    success: 201,
    foreign: 404,
    coHost: 201,
  },
  'emails.test': {
    aim: ({ event }) => [
      `/api/events/${event.id}/messages/test`,
      { subject: 'A new door', text: 'Please ring.' },
    ],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'emails.dismiss': {
    aim: ({ emailId }) => [`/api/emails/${emailId}/dismiss`],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
}
