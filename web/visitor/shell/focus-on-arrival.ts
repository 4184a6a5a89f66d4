/**
 * Ref of a heading that brings news: it takes the focus when it appears, so that it is scrolled to and spoken.
 * Not where it came with the page, which opened at it: then its reader may be somewhere else by now. One
 * function for all, since React calls a new ref function again at every render.
 */
export function focusOnArrival(element: HTMLElement | null) {
  if (document.documentElement.hasAttribute('data-live')) element?.focus()
}
