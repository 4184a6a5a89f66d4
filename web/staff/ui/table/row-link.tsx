import type { MouseEvent, ReactNode } from 'react'

interface RowLinkProps {
  /** Where it is at; absent if it opens over the list only. */
  href?: string
  onOpen: () => void
  /** What it opens, if its words alone don't say. */
  'aria-label'?: string
  children: ReactNode
}

/** What a row is about. It opens in this tab; a middle click, or one with Ctrl, opens it in another. */
export function RowLink({ href, onOpen, children, ...label }: RowLinkProps) {
  if (href === undefined)
    return (
      <button type="button" data-row-link onClick={onOpen} {...label}>
        {children}
      </button>
    )
  return (
    <a
      href={href}
      data-row-link
      {...label}
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

/**
 * What lets a whole row or card open, besides its links, buttons, menu and fields, and text that is being selected. What
 * it is about is also a link, for the keyboard and screen readers.
 */
export function opensOn(href: string | undefined, onOpen: () => void) {
  return {
    'data-opens': true,
    onClick: (event: MouseEvent) => !isOther(event) && onOpen(),
    onAuxClick: (event: MouseEvent) => {
      if (href && event.button === 1 && !isOther(event)) open(href, '_blank', 'noopener')
    },
  }
}

const isOther = ({ target, currentTarget }: MouseEvent) =>
  !currentTarget.contains(target as Element) || // in a dialog that the row shows
  (target as Element).closest('a, button, input, select, label, [role=menu]') !== null ||
  getSelection()?.isCollapsed === false

/** As `opensOn`, for a list whose rows are about people: a row opens the page that the person's name in it leads to. */
export const opensPeople = {
  'data-opens-people': true,
  onClick: (event: MouseEvent) => linkOf(event)?.click(),
  onAuxClick: (event: MouseEvent) => {
    const link = event.button === 1 && linkOf(event)
    if (link) open(link.href, '_blank', 'noopener')
  },
}

const linkOf = (event: MouseEvent) =>
  isOther(event)
    ? null
    : (event.target as Element)
        .closest('li')
        ?.querySelector<HTMLAnchorElement>('a[href^="/customer-history"]')
