import { Box } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'

/** Whether a page is inside the frame of logged-in screens, which already has a `<main>`. */
export const InFrame = createContext(false)

/** Wraps a message that fills a whole page. */
export function StandAlone({ children }: { children: ReactNode }) {
  return (
    <Box component={useContext(InFrame) ? 'div' : 'main'} w="min(100%, 640px)" mx="auto" my={48} px="md">
      {children}
    </Box>
  )
}
