/**
 * Ref for a heading with news: focuses it when it appears, so it is scrolled to and read aloud. Skipped during page
 * load, when the browser has already scrolled to it. A single function, since a new ref function is called at every
 * render.
 */
export function focusOnArrival(element: HTMLElement | null) {
  if (document.documentElement.hasAttribute('data-live')) element?.focus()
}
