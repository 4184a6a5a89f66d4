import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { WhichPerson } from '@trunkshow/contract/customers/screens.ts'
import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'
import type { ReactNode } from 'react'
import styles from './words.module.css'

/** A button beside the main one, or where there is no main one. */
export const QuietButton = Button.withProps({ variant: 'default' })

/** A button without a border, as in a row of a list. */
export const SubtleButton = Button.withProps({ variant: 'subtle' })

/** Words beside those that matter, in the soft ink. */
export const QuietText = Text.withProps({ c: 'dimmed' })

/** Background and text. */
const tones = {
  plain: ['var(--sunk)', 'var(--ink-soft)'],
  good: ['var(--good-wash)', 'var(--good)'],
  done: ['var(--good)', 'var(--sheet)'],
  warn: ['var(--warn-wash)', 'var(--warn)'],
  bad: ['var(--bad-wash)', 'var(--bad)'],
  info: ['var(--info-wash)', 'var(--info)'],
  accent: ['var(--accent-wash)', 'var(--accent)'],
} as const

/** A status in one word. */
export function Tag({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  const [background, color] = tones[tone]
  return (
    <span className={styles.tag} style={{ background, color }}>
      {children}
    </span>
  )
}

/** Canceled is red, pending yellow, paid green, later statuses a darker green. */
const statusTones = {
  pending: 'warn',
  paid: 'good',
  shipped: 'done',
  delivered: 'done',
  completed: 'done',
  cancelled: 'bad',
} as const

export function OrderStatusTag({ status }: { status: OrderStatus }) {
  return <Tag tone={statusTones[status]}>{orderStatusWords[status]}</Tag>
}

export const orderStatusWords: Record<OrderStatus, string> = {
  pending: 'Pending',
  paid: 'Paid',
  shipped: 'Shipped',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** Words within a line that matter less. */
export function Soft({ children }: { children: ReactNode }) {
  return <QuietText span>{children}</QuietText>
}

interface PersonLinkProps extends Partial<Record<keyof WhichPerson, number | null>> {
  /** Their name. */
  children: ReactNode
}

/**
 * A person's name, which opens their page: give a row's `customerId`, or else its `bookingId` or `waitlistEntryId`. With
 * none of them, as for co-hosts, who see no customers, it is the name alone.
 */
export function PersonLink({ children, customerId, bookingId, waitlistEntryId }: PersonLinkProps) {
  const search = customerId
    ? { customerId }
    : bookingId
      ? { bookingId }
      : waitlistEntryId && { waitlistEntryId }
  if (!search) return children
  return (
    <Link to="/customer-history" search={search} className={styles.person}>
      {children}
    </Link>
  )
}

/** Formats `X-Total-Count`: `37` → `37 products`, `1` → `1 product`, `10000+` → `10,000+ products`. */
export function countOf(total: string, noun: string): string {
  return `${groupDigits(total)} ${noun}${total === '1' ? '' : 's'}`
}

/** Formats `X-Total-Count` alone: `10000+` → `10,000+`. */
export function groupDigits(total: string): string {
  return Number.parseInt(total, 10).toLocaleString('en-US') + (total.endsWith('+') ? '+' : '')
}
