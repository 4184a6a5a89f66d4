/**
 * The second tap of a double tap whose first took away what it pressed, such as the `Discard changes` of a dialog, would press
 * whatever stood behind that. It presses nothing.
 */
export function ignoreLateTaps() {
  let pressed: Element | null = null
  const heed = (event: MouseEvent) => {
    if (event.detail > 1 && pressed && !pressed.isConnected) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.type === 'click' && event.target instanceof Element) {
      pressed = event.target.closest('a, button, label') ?? event.target
    }
  }
  for (const type of ['mousedown', 'click'] as const) window.addEventListener(type, heed, { capture: true })
}
