import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './form-skeleton.module.css'

interface FormSkeletonProps {
  /** Says what is loading to those who cannot see it. */
  label: string
  /** The form, empty: it is not seen, and cannot be reached. */
  children: ReactNode
}

/** The place of a form while it loads, as high as the form at any width, so that nothing below it moves. */
export function FormSkeleton({ label, children }: FormSkeletonProps) {
  return (
    <Skeleton role="status" aria-label={label}>
      <div className={styles.form}>{children}</div>
    </Skeleton>
  )
}
