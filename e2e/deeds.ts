import type { Page } from '@playwright/test'

/** What a person does on a page, counted there: presses of the pointer and of keys that act, and fields that get a value. */
export interface Deeds {
  presses: number
  fields: number
}

/** Counts on every page of this context from now on. */
export async function count(page: Page, deeds: Deeds) {
  const filled = new Set<string>()
  await page.context().exposeBinding('countDeed', (_, deed: string) => {
    if (deed === 'press') deeds.presses++
    else filled.add(deed)
    deeds.fields = filled.size
  })
  await page.addInitScript(() => {
    const { countDeed } = window as unknown as { countDeed: (deed: string) => void }
    const isTyped = (target: EventTarget | null): target is HTMLInputElement =>
      target instanceof HTMLElement && target.matches('input, textarea, select')
    addEventListener('pointerdown', () => countDeed('press'), { capture: true })
    addEventListener(
      'keydown',
      ({ key, ctrlKey, repeat }) =>
        !repeat && (key === 'Enter' || ctrlKey) && key !== 'Control' && countDeed('press'),
      { capture: true },
    )
    addEventListener(
      'input',
      ({ target }) => {
        if (isTyped(target) && target.type !== 'radio' && target.type !== 'checkbox')
          countDeed(`${location.pathname} ${target.name || target.id}`)
      },
      { capture: true },
    )
  })
}
