import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import { createContext, useContext } from 'react'

/** Whether the page is in a frame on a host's site (docs/product.md, Embedding). */
export const Embedded = createContext(false)

/** The addresses of pages that stay in the frame, and what a link that leaves it needs. */
export function useLinks() {
  const embedded = useContext(Embedded)
  return {
    event: embedded ? paths.embeddedEvent : paths.event,
    waitlist: embedded ? paths.embeddedWaitlist : paths.joinWaitlist,
    company: embedded ? paths.embeddedCompany : paths.company,
    leaving: embedded ? { target: '_blank', rel: 'noopener' } : {},
  }
}
