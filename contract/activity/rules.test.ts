import { expect, test } from 'vitest'
import {
  actionsOfKind,
  SECURITY_LOG_DAYS,
  type SecurityAction,
  type SecurityKind,
  securityKinds,
} from './rules.ts'

/** docs/product.md, Security log. */
const recorded: Record<SecurityKind, SecurityAction[]> = {
  login: ['registered', 'loggedIn', 'loggedOut', 'sessionEnded', 'sessionsEnded'],
  account: ['passwordChanged', 'passwordReset', 'emailRequested', 'emailChanged'],
  access: [
    'user.invited',
    'user.reinvited',
    'user.joined',
    'user.role',
    'user.deactivated',
    'user.reactivated',
    'user.removed',
    'coHost.invited',
    'coHost.joined',
    'coHost.removed',
    'store.connected',
    'store.disconnected',
    'stripe.connected',
    'stripe.disconnected',
  ],
  export: ['listExported', 'personExported'],
  erasure: ['customer.erased', 'booking.erased', 'waitlist.erased', 'guests.erased'],
  feed: ['feedCreated', 'feedEnded'],
  dataLink: ['dataLinkSent', 'dataLinkOpened', 'dataDownloaded'],
}

test.each(securityKinds)('the security log filters by %s', (kind) => {
  expect(actionsOfKind(kind)).toEqual(recorded[kind])
})

test('an entry of the security log is kept for 180 days', () => {
  expect(SECURITY_LOG_DAYS).toBe(180)
})
