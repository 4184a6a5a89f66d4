import { Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './order-section.module.css'

interface OrderSectionProps {
  title: string
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A section of an order under a serif heading. */
export function OrderSection({ title, action, children }: OrderSectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={3} id={titleId}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  )
}
