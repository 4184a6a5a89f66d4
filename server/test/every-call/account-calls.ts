import { roles } from '@trunkshow/contract/permissions.ts'
import { unique } from '../app.ts'
import { admins, type Row } from './world.ts'

/** Sessions, companies, guest data, and the log. */
export const accountCalls: Record<string, Row> = {
  'session.current': { aim: () => ['/api/user'], may: roles, success: 200, foreign: 200 },
  'session.login': {
    aim: () => ['/api/login', { username: unique(), password: 'not this one' }],
    may: 'all',
    success: 401,
    foreign: 401,
  },
  'session.register': {
    aim: () => [
      '/api/register',
      { username: unique(), email: `${unique()}@mail.test`, name: 'N', password: 'secret 1' },
    ],
    may: 'all',
    success: 201,
    foreign: 201,
  },
  'session.registration': { aim: () => ['/api/registration'], may: 'all', success: 200, foreign: 200 },
  'session.logout': { aim: () => ['/api/logout'], may: 'all', success: 204, foreign: 204 },
  'calendars.list': { aim: () => ['/api/calendar-feeds'], may: roles, success: 200, foreign: 200 },
  'calendars.create': {
    aim: ({ event }) => ['/api/calendar-feeds', { eventId: event.id }],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  // Of the caller's own company, and of events they co-host.
  'calendars.week': { aim: () => ['/api/calendar'], may: roles, success: 200, foreign: 200, coHost: 200 },
  'calendars.version': {
    aim: () => ['/api/calendar/version'],
    may: roles,
    success: 200,
    foreign: 200,
    coHost: 200,
  },
  // A colleague's, which only they can remove.
  'calendars.remove': {
    aim: ({ feedId }) => [`/api/calendar-feeds/${feedId}`],
    may: roles,
    success: 404,
    foreign: 404,
  },
  'session.saveProfile': {
    aim: () => ['/api/user/profile', { name: 'New Name', phone: '' }],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'session.changePassword': {
    aim: () => ['/api/user/password', { oldPassword: 'not this one', newPassword: 'secret2' }],
    may: roles,
    success: 400,
    foreign: 400,
  },
  'session.changeEmail': {
    aim: () => ['/api/user/email', { email: `${unique()}@mail.test`, password: 'not this one' }],
    may: roles,
    success: 400,
    foreign: 400,
  },
  'session.resendConfirmation': {
    // Conflict, since their email is confirmed.
    aim: () => ['/api/user/email/confirmation'],
    may: roles,
    success: 409,
    foreign: 409,
  },
  'session.mailState': { aim: () => ['/api/user/mail'], may: roles, success: 200, foreign: 200 },
  'session.sessions': { aim: () => ['/api/user/sessions'], may: roles, success: 200, foreign: 200 },
  'session.endSessions': {
    aim: () => ['/api/user/sessions/end', { password: 'not this one' }],
    may: roles,
    success: 400,
    foreign: 400,
  },
  'session.forgot': {
    aim: () => ['/api/password/forgot', { email: `${unique()}@mail.test` }],
    may: 'all',
    success: 204,
    foreign: 204,
  },
  'session.reset': {
    aim: ({ owner }) => [
      '/api/password/reset',
      { token: `${owner.id}-${'0'.repeat(32)}`, password: 'secret 2' },
    ],
    may: 'all',
    success: 404,
    foreign: 404,
  },
  'company.taxRates': { aim: () => ['/api/company/tax-rates'], may: roles, success: 200, foreign: 200 },
  'company.letterhead': { aim: () => ['/api/company/letterhead'], may: roles, success: 200, foreign: 200 },
  'company.get': { aim: () => ['/api/company'], may: admins, success: 200, foreign: 200 },
  'company.create': {
    aim: () => ['/api/company', { companyName: 'Vale & Daughters' }],
    may: admins,
    success: 409,
    foreign: 201,
  },
  'company.update': {
    aim: () => ['/api/company', { companyName: 'Vale & Daughters' }],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'company.savePage': {
    aim: () => ['/api/company/page', { urlSlug: unique('vale') }],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'company.saveEmbedding': {
    aim: () => ['/api/company/embedding', { embedOrigins: ['https://shop.example'] }],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'company.savePayments': {
    aim: () => ['/api/company/payments', { deposit: '50%', balanceDue: 'delivery' }],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'company.usage': { aim: () => ['/api/company/usage'], may: roles, success: 200, foreign: 200 },
  'company.users': { aim: () => ['/api/company/users'], may: admins, success: 200, foreign: 200 },
  'company.invite': {
    aim: () => ['/api/company/users', { name: 'Ida', email: `${unique()}@mail.test` }],
    may: admins,
    success: 201,
    foreign: 409,
  },
  'company.resend': {
    aim: ({ invitedId }) => [`/api/company/users/${invitedId}/resend`],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'company.changeUser': {
    aim: ({ colleagueId }) => [`/api/company/users/${colleagueId}`, { role: 'order management' }],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'company.removeUser': {
    aim: ({ colleagueId }) => [`/api/company/users/${colleagueId}`],
    may: admins,
    success: 204,
    foreign: 404,
  },
  'company.invitation': {
    aim: ({ invitation }) => [`/api/invitations/${invitation}`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'company.accept': {
    aim: ({ invitation }) => [
      `/api/invitations/${invitation}`,
      { username: unique(), name: 'Nora Lind', password: 'secret 1' },
    ],
    may: 'all',
    success: 201,
    foreign: 201,
  },
  'privacy.preview': {
    aim: ({ customerId }) => ['/api/erasures/preview', { customerId }],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'privacy.erase': {
    aim: ({ bookingId }) => ['/api/erasures', { bookingId }],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'privacy.personData': {
    aim: ({ bookingId }) => [`/api/people/data?bookingId=${bookingId}`],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'emails.notices': {
    aim: () => ['/api/company/notices'],
    may: admins,
    success: 200,
    foreign: 200,
  },
  'emails.saveNotices': {
    aim: () => ['/api/company/notices', { schedule: 'hourly', ownActions: false, toMe: true }],
    may: admins,
    success: 200,
    foreign: 200,
  },
  'privacy.retention': {
    aim: () => ['/api/company/retention'],
    may: admins,
    success: 200,
    foreign: 200,
  },
  'privacy.saveRetention': {
    aim: () => ['/api/company/retention', { months: 12 }],
    may: admins,
    success: 200,
    foreign: 200,
  },
  'activity.security': { aim: () => ['/api/security-log'], may: admins, success: 200, foreign: 200 },
  'activity.list': { aim: () => ['/api/activity'], may: admins, success: 200, foreign: 200 },
}
