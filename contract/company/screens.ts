import { firstCall } from '../endpoint.ts'

/** The sections of the settings, each with an address of its own, and the calls they begin with. */
const sections = {
  profile: [firstCall('session.sessions')],
  company: [firstCall('company.get')],
  'public-page': [firstCall('company.get')],
  team: [firstCall('company.get'), firstCall('company.users')],
  notifications: [firstCall('emails.notices')],
  store: [firstCall('company.get'), firstCall('shopify.store')],
  payments: [firstCall('company.get'), firstCall('stripe.account')],
  measurements: [],
  making: [firstCall('making.get')],
  'guest-data': [firstCall('privacy.retention')],
  usage: [firstCall('company.usage')],
  'move-in': [],
}
export type SectionName = keyof typeof sections

export const isSettingsSection = (name: string): name is SectionName => Object.hasOwn(sections, name)

/** @param section undefined for /settings itself, the overview */
export function firstCallsOfSettings(section: string | undefined) {
  if (section === undefined)
    return [firstCall('company.get'), firstCall('shopify.store'), firstCall('company.users')]
  return isSettingsSection(section) ? sections[section] : []
}
