import type { Role } from '../permissions.ts'
import { companyMessages as text } from './messages.ts'

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
