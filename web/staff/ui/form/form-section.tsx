import { type ReactNode, useId } from 'react'
import styles from './form-section.module.css'

interface FormSectionProps {
  title: string
  hint?: string
  children: ReactNode
}

/** A group of fields: title and purpose on the left, fields on the right; one column on a phone. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}

/** Fields side by side if there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
