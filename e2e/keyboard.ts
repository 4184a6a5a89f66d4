import { expect, type Locator } from '@playwright/test'

/** More than any page needs. */
const MOST_STOPS = 150

/**
 * Presses Tab until this element has focus, which must be visible at every stop. Waits until a dialog that the element
 * is in has taken the focus.
 */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  await expect.poll(() => target.evaluate(isInReach), `the dialog has focus for ${target}`).toBe(true)
  const stops: string[] = []
  for (let stop = await target.evaluate(readStop); !stop.isThere; stop = await target.evaluate(readStop)) {
    expect(stops.length, `${target} has focus, after:\n${stops.join('\n')}`).toBeLessThan(MOST_STOPS)
    await target.page().keyboard.press(key)
    stops.push(stop.name)
    expect(stop.isVisible, `focus is visible on ${stop.name}`).toBe(true)
  }
}

/** Tabs to a button or link and presses it. */
export async function press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

/** Tabs to a field and types into it; into a select, the beginning of an option. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.type(text)
}

function isInReach(target: Element) {
  const dialog = target.closest('[role="dialog"]')
  return !dialog || dialog.contains(document.activeElement)
}

/** What has focus, and whether that can be seen: by an outline of it, or of what is drawn in its place. */
function readStop(target: Element) {
  const focused = document.activeElement!
  const drawn = [focused, focused.nextElementSibling]
  for (let outer = focused.parentElement, steps = 0; outer && steps < 3; outer = outer.parentElement, steps++)
    drawn.push(outer)
  const isOutlined = (element: Element | null) => {
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  }
  const { labels } = focused as HTMLInputElement
  const name = focused.ariaLabel ?? labels?.[0]?.textContent ?? focused.textContent ?? ''
  return {
    isThere: focused === target && document.hasFocus(),
    name: `${focused.tagName.toLowerCase()} “${name.trim().slice(0, 60)}”`,
    // The page and its main part can have focus without being a stop, and past the page's ends the browser's toolbar has it.
    isVisible: focused.matches('body, [tabindex="-1"]') || !document.hasFocus() || drawn.some(isOutlined),
  }
}
