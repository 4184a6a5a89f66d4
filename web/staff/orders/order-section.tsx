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
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  )
}
