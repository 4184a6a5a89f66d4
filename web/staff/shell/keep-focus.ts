const focusable = [
  'a[href]',
  ...['button', 'input', 'select', 'textarea'].map((tag) => `${tag}:enabled`),
].join()

/** A part of the screen that the focus does not leave by itself. */
const part = 'main, header, nav, dialog, [role="dialog"]'

/** More than the dialogs that can be open over each other. */
const MOST_PLACES = 20

let places: Element[][] = []
keepPlace()
document.addEventListener('focusin', keepPlace)
document.addEventListener('pointerdown', forgetPlaces, { capture: true })
new MutationObserver(keepFocus).observe(document.body, {
  childList: true,
  subtree: true,
  attributeFilter: ['disabled'],
})

/**
 * Keeps the place of someone at the keyboard: when what has focus goes away, what is nearest to it gets the focus, or
 * what had the focus before it.
 */
function keepFocus() {
  if (document.activeElement !== document.body || !document.hasFocus()) return
  const [last] = places[0] ?? []
  // A button that is disabled while its call runs gets the focus back.
  if (!(last?.isConnected && last.matches(':disabled'))) focusAt(places.flat())
}

function keepPlace() {
  const focused = document.querySelector(':focus-visible')
  places = focused ? [placeOf(focused), ...places].slice(0, MOST_PLACES) : []
}

function forgetPlaces() {
  places = []
}

/** Where an element is: itself and all that it is in, each with what follows it, up to its part of the screen. */
function placeOf(element: Element): Element[] {
  const place: Element[] = []
  const last = element.closest(part)
  for (let at = last && element; at; at = at === last ? null : at.parentElement)
    place.push(at, ...(at.nextElementSibling && at !== last ? [at.nextElementSibling] : []))
  return place
}

/** Focuses the element that was at this place or, if it is gone, what is nearest to it now. */
function focusAt(place: readonly Element[]) {
  const [nearest] = place
    .filter((element) => element.isConnected)
    .flatMap((element) => [element, ...element.querySelectorAll(focusable)])
    .filter((element) => element.matches(focusable) && element.checkVisibility())
  if (nearest instanceof HTMLElement) nearest.focus()
}

export {} // so that it can be imported when it is needed
