import type { Locator, Page } from '@playwright/test'
import { addDays } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { overflowOf, violationsOf } from '../axe.ts'
import { expect, type Host, test } from '../fixtures.ts'

/** Without transitions, so that no color is between two. */
const still = { reducedMotion: 'reduce' } as const

/** Opens each public page in turn, the event's with a time selected. The last one cancels as it opens. */
async function* openPages(page: Page, host: Host) {
  const day = addDays(newYorkNow().date, 30)
  const show = await host.makeShow({
    location: '12 Mercer Street',
    isMultiDay: true,
    endDate: addDays(day, 6),
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: show.name }).first()).toBeVisible()
  yield 'the landing page'
  await page.goto(`/event/${show.urlSlug}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await page.getByRole('radio', { name: '10:30 AM' }).first().check()
  yield 'the event'
  await page.getByLabel('Your Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill(`${host.username}@guest.test`)
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  yield 'the confirmation'
  await page.getByRole('link', { name: 'Manage appointment' }).click()
  await expect(page.getByRole('link', { name: 'Reschedule' })).toBeVisible()
  yield 'the appointment'
  await page.goto(page.url().replace('/booking/', '/cancel-booking/'))
  await expect(page.getByRole('heading', { name: 'Booking Cancelled Successfully' })).toBeVisible()
  yield 'the cancellation'
}

async function expectFits(page: Page, name: string) {
  expect.soft(await violationsOf(page), name).toEqual([])
  expect.soft(await overflowOf(page), `${name} does not scroll sideways`).toBe(0)
}

/** Expects a visible outline around what has the focus. */
async function expectFocusSeen(page: Page, name: string) {
  await page.keyboard.press('Tab')
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!)
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
  })
  expect.soft(outline, `${name} shows where the focus is`).toBeGreaterThanOrEqual(2)
}

const borderOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).borderTopWidth)

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, contextOptions: still })

  test('every public page fits, also with text of twice the size', { tag: '@long' }, async ({
    page,
    host,
  }) => {
    for await (const name of openPages(page, host)) {
      await expectFits(page, name)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await expectFits(page, `${name} with large text`)
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    }
  })
})

test.describe('at 200 % zoom', () => {
  test.use({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2, contextOptions: still })

  test('every public page fits the window of a laptop', { tag: '@long' }, async ({ page, host }) => {
    for await (const name of openPages(page, host)) await expectFits(page, name)
  })
})

test.describe('with forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('every public page shows what is selected and where the focus is', { tag: '@long' }, async ({
    page,
    host,
    browserName,
  }) => {
    test.skip(browserName === 'firefox', 'Playwright cannot force colors over WebDriver BiDi')
    for await (const name of openPages(page, host)) {
      // axe compares the colors that the page sets, which are not those that are shown.
      const violations = await violationsOf(page)
      expect
        .soft(
          violations.filter((violation) => !violation.startsWith('color-contrast')),
          name,
        )
        .toEqual([])
      await expectFocusSeen(page, name)
      if (name !== 'the event') continue
      const times = page.getByRole('group').first().locator('label > span')
      expect(await borderOf(times.nth(1))).not.toBe(await borderOf(times.nth(0)))
      const dates = page.getByRole('list', { name: 'Dates' }).getByRole('link')
      expect(await borderOf(dates.nth(0))).not.toBe(await borderOf(dates.nth(1)))
    }
  })
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: still })

  test('nothing moves on any public page', { tag: '@long' }, async ({ page, host, browserName }) => {
    test.skip(browserName === 'firefox', 'Playwright cannot reduce motion over WebDriver BiDi')
    for await (const name of openPages(page, host)) {
      await expectFocusSeen(page, name)
      const moving = await page.evaluate(() => {
        const running = document.getAnimations().length
        const smooth = [...document.querySelectorAll('*')].filter((element) => {
          const { transitionDuration, scrollBehavior } = getComputedStyle(element)
          return (
            scrollBehavior === 'smooth' || transitionDuration.split(',').some((time) => time.trim() !== '0s')
          )
        })
        return [running, ...smooth.map((element) => element.className)]
      })
      expect.soft(moving, name).toEqual([0])
    }
  })
})
