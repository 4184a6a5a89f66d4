import type { Role } from '../permissions.ts'
import { companyMessages as text } from './messages.ts'

/** The 50 states of the Sales Tax picker by their postal codes, which are stored (docs/product.md, Company details). */
export const usStates = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const
export type UsState = keyof typeof usStates
export const usStateCodes = Object.keys(usStates) as [UsState, ...UsState[]]

/** Days until an invitation expires (docs/product.md, Users and invitations). */
export const INVITATION_DAYS = 7

export const userStates = ['pending', 'active', 'deactivated'] as const

interface CompanyUserState {
  state: (typeof userStates)[number]
  role: Role
  isOwner: boolean
}

/** Whether this is the last active admin: `activeAdmins` counts the company's, this user included. */
function isLastAdmin(user: CompanyUserState, activeAdmins: number) {
  return user.state === 'active' && user.role === 'admin' && activeAdmins <= 1
}

/**
 * What can be done with a user of the company (docs/product.md, Users and invitations). Each function returns null if
 * allowed, else the reason. The server rejects with it, screens disable the button with it.
 */
export const userCan = {
  resend: (user: CompanyUserState) => (user.state === 'pending' ? null : text.alreadyJoined),
  changeRole: (user: CompanyUserState, activeAdmins: number) =>
    user.isOwner ? text.ownerStays : isLastAdmin(user, activeAdmins) ? text.lastAdmin : null,
  deactivate: (user: CompanyUserState, activeAdmins: number) =>
    user.state === 'pending' ? text.notJoined : userCan.changeRole(user, activeAdmins),
  reactivate: (user: CompanyUserState) => (user.state === 'pending' ? text.notJoined : null),
  remove: (user: CompanyUserState, activeAdmins: number) => userCan.changeRole(user, activeAdmins),
}
