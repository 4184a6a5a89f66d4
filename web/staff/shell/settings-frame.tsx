import { Box, NativeSelect } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import type { SectionName } from '@trunkshow/contract/company/screens.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { mayDo, type Right } from '@trunkshow/contract/permissions.ts'
import type { ReactNode } from 'react'
import { useUser } from '../session/session-query.ts'
import { PageHeader, usePageTitle } from '../ui/page/page-header.tsx'
import styles from './settings-frame.module.css'

/** The sections in the order of the list: the name, and who may see it. */
export const settingsSections: Record<SectionName, readonly [label: string, right: Right | null]> = {
  profile: ['Your profile', null],
  company: ['Company', 'company.manage'],
  'public-page': ['Public page', 'company.manage'],
  team: ['Team', null],
  notifications: ['Notifications', 'company.manage'],
  store: ['Shopify', 'company.manage'],
  payments: ['Payments', 'stripe.manage'],
  measurements: ['Measurements', 'orders.edit'],
  making: ['Making', 'company.manage'],
  'guest-data': ['Guest data', 'company.manage'],
  usage: ['Usage', 'company.manage'],
  'move-in': ['Move in', 'products.edit'],
}

const entries = [
  [paths.settings(), 'Overview', null],
  ...(Object.keys(settingsSections) as SectionName[]).map(
    (name) => [paths.settingsSection(name), ...settingsSections[name]] as const,
  ),
  [paths.activity(), 'Activity log', 'company.manage'],
  [paths.security(), 'Security log', 'company.manage'],
  [paths.shopifyLog(), 'Shopify log', 'shopify.manage'],
] as const

/**
 * A page of the settings, beside the list of the sections and logs that the user's role may see; on a phone, below a
 * select. The page's parts have headings of their own. @param title of the browser's tab
 */
export function SettingsFrame({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  const { role } = useUser() ?? {}
  const navigate = useNavigate()
  const current = useLocation({ select: ({ pathname }) => pathname })
  const shown = entries.filter(([, , right]) => !right || (role && mayDo(role, right)))
  return (
    <>
      <PageHeader title="Settings" />
      <div className={styles.page}>
        <Box component="nav" aria-label="Settings" className={styles.list}>
          {shown.map(([to, label]) => (
            // Sections share a route, whose path the link would rather have.
            <Link key={to} to={to as '/settings'} activeOptions={{ exact: true, includeSearch: false }}>
              {label}
            </Link>
          ))}
        </Box>
        <NativeSelect
          label="Section"
          className={styles.select}
          value={current}
          onChange={({ currentTarget: { value } }) => void navigate({ to: value })}
          data={shown.map(([value, label]) => ({ value, label }))}
        />
        <div>{children}</div>
      </div>
    </>
  )
}
