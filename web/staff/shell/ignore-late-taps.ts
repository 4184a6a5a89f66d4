/**
 * Ignores the second tap of a double tap if the first removed its target, such as a dialog's `Discard changes`, since
 * it would hit what was behind the dialog.
 */
export function ignoreLateTaps() {
  let pressed: Element | null = null
  const handle = (event: MouseEvent) => {
    if (event.detail > 1 && pressed && !pressed.isConnected) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.type === 'click' && event.target instanceof Element) {
      pressed = event.target.closest('a, button, label') ?? event.target
    }
  }
  for (const type of ['mousedown', 'click'] as const) window.addEventListener(type, handle, { capture: true })
}
