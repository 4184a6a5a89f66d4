import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Words within a line that matter less. */
export function Soft({ children }: { children: ReactNode }) {
  return (
    <Text span c="dimmed">
      {children}
    </Text>
  )
}
