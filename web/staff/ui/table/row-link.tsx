import type { MouseEvent, ReactNode } from 'react'

interface RowLinkProps {
  href: string
  onOpen: () => void
  children: ReactNode
}

/** What a row is about. It opens in this tab; a middle click, or one with Ctrl, opens it in another. */
export function RowLink({ href, onOpen, children }: RowLinkProps) {
  return (
    <a
      href={href}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
    >
      {children}
    </a>
  )
}

/** What lets a whole row open, besides its link, buttons, menu and checkbox, and text that is being selected. */
export function opensOn(href: string, onOpen: () => void) {
  const isOther = ({ target }: MouseEvent) =>
    (target as Element).closest('a, button, input, label, [role=menu]') !== null ||
    getSelection()?.isCollapsed === false
  return {
    onClick: (event: MouseEvent) => !isOther(event) && onOpen(),
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1 && !isOther(event)) open(href, '_blank', 'noopener')
    },
  }
}
