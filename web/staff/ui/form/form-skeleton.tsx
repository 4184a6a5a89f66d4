import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'

interface FormSkeletonProps {
  /** What is loading, for screen readers. */
  label: string
  /** The empty form, invisible and not focusable. */
  children: ReactNode
}

/** Placeholder as high as the loading form at any width, so nothing below it shifts. */
export function FormSkeleton({ label, children }: FormSkeletonProps) {
  return (
    <Skeleton role="status" aria-label={label}>
      <div style={{ visibility: 'hidden' }}>{children}</div>
    </Skeleton>
  )
}
