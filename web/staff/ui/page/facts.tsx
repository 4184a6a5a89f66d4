import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

interface FactsProps {
  /** Of the names' column, in pixels; as wide as they are by default. */
  width?: number
  /** The names and values, `dt` and `dd`. */
  children: ReactNode
}

/** What is known of something: names in soft ink, values beside them. */
export function Facts({ width, children }: FactsProps) {
  return (
    <Box
      component="dl"
      display="grid"
      mb="sm"
      style={{
        gap: 'var(--g1) var(--g4)',
        gridTemplateColumns: `${width ? `${width}px` : 'auto'} minmax(0, 1fr)`,
      }}
    >
      {children}
    </Box>
  )
}
