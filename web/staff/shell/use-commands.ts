import { useMantineColorScheme } from '@mantine/core'
import { paths } from '@trunkshow/contract/paths.ts'
import { mayDo, type Right } from '@trunkshow/contract/permissions.ts'
import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { useLogOut } from '../session/log-out.tsx'

/** A screen to open, or something to do. */
export type Command = { kind: 'Commands'; label: string; hint: string; also: string } & (
  | { href: string }
  | { act: () => unknown }
)

/** The screens and actions that this role may open; `also` is what others call them, with commas. */
export function useCommands({ role }: SessionUser): Command[] {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const logOut = useLogOut()
  const screens: [label: string, href: string, also?: string, right?: Right][] = [
    ['Create Order', `${paths.orders()}?create=true`, 'new order, add order, take order', 'orders.edit'],
    ['Create Event', `${paths.events()}?create=true`, 'new event, add event, new show', 'events.edit'],
    ['Home', paths.staffHome(), 'today, dashboard'],
    ['Events', paths.events(), 'shows, bookings'],
    ['Tours', `${paths.events()}?tab=tours`],
    ['Orders', paths.orders(), 'sales'],
    ['Unpaid orders', `${paths.orders()}?status=pending`, 'pending orders'],
    ['Templates', `${paths.orders()}?tab=templates`, 'order forms, new template'],
    ['Discounts', `${paths.orders()}?tab=discounts`, 'discount codes, coupons, promo codes'],
    ['Customers', paths.customers(), 'clients, new customer'],
    ['Products', paths.products(), 'catalog, new product'],
    ['Customizations', `${paths.products()}?tab=customizations`, 'options'],
    ['Emails', paths.emails(), 'messages, mail'],
    ['Reports', paths.reports(), 'results, revenue, statistics'],
    ['Settings', paths.settings(), 'account, company, password'],
    ['Team', paths.settingsSection('team'), 'users, invite, colleagues, staff', 'company.manage'],
    ['Move in: import your data', paths.settingsSection('move-in'), 'move in, upload', 'orders.edit'],
    ['Activity log', paths.activity(), 'history, changes', 'company.manage'],
    ['Security log', paths.security(), 'logins', 'company.manage'],
    ['Shopify log', paths.shopifyLog(), 'sync', 'shopify.manage'],
  ]
  const acts: [label: string, act: () => unknown, also?: string][] = [
    ['Light theme', () => setColorScheme('light')],
    ['Dark theme', () => setColorScheme('dark')],
    ['System theme', () => setColorScheme('auto')],
    ['Help', () => location.assign(paths.help('hosts')), 'support, how to'],
    ['Log out', () => logOut.mutate(), 'sign out, logout'],
  ]
  const command = { kind: 'Commands', hint: '' } as const
  return [
    ...screens
      .filter(([, , , right]) => !right || mayDo(role, right))
      .map(([label, href, also = '']) => ({ ...command, label, href, also })),
    ...acts.map(([label, act, also = '']) => ({ ...command, label, act, also })),
  ]
}
