import { Box } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'

interface FactsProps {
  /** Of the names' column, in pixels; as wide as they are by default. */
  width?: number
  /** The values by their names; empty ones are left out. */
  facts: Record<string, ReactNode>
}

/** What is known of something: names in soft ink, values beside them. */
export function Facts({ width, facts }: FactsProps) {
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
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </Box>
  )
}
