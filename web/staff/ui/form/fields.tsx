import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Stacked fields in a form that is only part of its section. */
export function Fields({ children }: { children: ReactNode }) {
  return <Stack>{children}</Stack>
}
