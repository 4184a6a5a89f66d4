import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from '@playwright/test'
import { paths } from '@trunkshow/contract/paths.ts'
import sharp from 'sharp'

/** The screens in the moving picture, in CSS pixels, and how large each is shown. */
const phone = { width: 360, height: 740, shown: 0.8 }
const laptop = { width: 1024, height: 704, shown: 0.78 }
export const phoneViewport = {
  viewport: { width: phone.width, height: phone.height },
  deviceScaleFactor: 1.25,
}
export const laptopViewport = {
  viewport: { width: laptop.width, height: laptop.height },
  deviceScaleFactor: 1.25,
}
const root = fileURLToPath(new URL('../..', import.meta.url))
const FONT = 'node_modules/@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2'
const size = { width: 1200, height: 712 }

/** The stage: a caption, and a phone beside a laptop, on the product's paper. */
async function openStage(browser: Browser): Promise<Page> {
  const font = (await readFile(join(root, FONT))).toString('base64')
  const frame =
    'display:block;border-radius:var(--r);background:white;box-shadow:0 0 0 1px #d9cfbd,0 18px 40px -18px #4a382466'
  const stage = await browser.newPage({ viewport: size })
  await stage.setContent(`
    <style>
      @font-face { font-family: serif-of-ours; src: url(data:font/woff2;base64,${font}) }
      body { margin: 0; display: grid; grid: 72px auto / auto auto; gap: 0 40px; padding: 0 36px; box-sizing: border-box;
        height: ${size.height}px; background: linear-gradient(#f7f1e7, #efe6d6) }
      h1 { grid-column: 1 / 3; margin: 0; font: 400 34px/72px serif-of-ours; color: #1f1b16 }
      h1 b { font-weight: 400; color: #7a4a2b; padding-right: 12px }
      div { position: relative; align-self: start }
      #phone img { --r: 26px; width: ${phone.width * phone.shown}px; ${frame}; outline: 6px solid #2b241c }
      #laptop img { --r: 12px; width: ${laptop.width * laptop.shown}px; ${frame} }
      i { position: absolute; width: 34px; height: 34px; margin: -17px; border-radius: 50%; background: #7a4a2b55;
        box-shadow: 0 0 0 2px #7a4a2bcc }
    </style>
    <h1></h1><div id="phone"><img><i hidden></i></div><div id="laptop"><img><i hidden></i></div>`)
  return stage
}

/** Films a guest who books, the desk, an order and the report: one picture that moves, as WebP. */
export async function takeTour(
  browser: Browser,
  { guest, staff }: { guest: Page; staff: Page },
  { slug, previewId, todayId, pastId }: { slug: string; previewId: number; todayId: number; pastId: number },
): Promise<Buffer> {
  const stage = await openStage(browser)
  const frames: Buffer[] = []
  const delay: number[] = []
  const screens = { phone: guest, laptop: staff }
  let caption = ''

  /** Adds how both screens look now, with a finger on what is pressed next. */
  async function show(milliseconds: number, on?: keyof typeof screens, target?: Locator) {
    const shots: string[] = []
    for (const page of [guest, staff]) {
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => document.fonts.ready)
      shots.push((await page.screenshot({ caret: 'hide' })).toString('base64'))
    }
    const box = await target?.boundingBox()
    const scale = on === 'phone' ? phone.shown : laptop.shown
    const at = box && { x: (box.x + box.width / 2) * scale, y: (box.y + box.height / 2) * scale }
    await stage.evaluate(
      async ({ shots, at, on, caption }) => {
        document.querySelector('h1')!.innerHTML = caption
        for (const [index, id] of ['phone', 'laptop'].entries()) {
          const image = document.querySelector<HTMLImageElement>(`#${id} img`)!
          image.src = `data:image/png;base64,${shots[index]}`
          await image.decode()
          const finger = document.querySelector<HTMLElement>(`#${id} i`)!
          finger.hidden = !at || on !== id
          if (at) Object.assign(finger.style, { left: `${at.x}px`, top: `${at.y}px` })
        }
        await document.fonts.ready
      },
      { shots, at, on, caption },
    )
    frames.push(await stage.screenshot())
    delay.push(milliseconds)
  }

  /** Shows where it is pressed, and presses. */
  async function press(on: keyof typeof screens, target: Locator) {
    await target.scrollIntoViewIfNeeded()
    await show(1100, on, target)
    await target.click()
  }

  await staff.goto(paths.bookings(previewId))
  await guest.goto(paths.event(slug))
  caption = '<b>1</b>Your guest opens a link'
  await show(2200)
  caption = '<b>2</b>chooses a time'
  const time = guest.getByRole('radio', { name: /PM/ }).and(guest.locator(':enabled')).first()
  await guest.getByRole('heading', { name: 'Available Appointments' }).evaluate((it) => it.scrollIntoView())
  await show(1100, 'phone', guest.locator('label').filter({ has: time }).or(time).first())
  await time.check()
  caption = '<b>3</b>says who she is, and is booked'
  await guest.getByLabel('Your Name').fill('Iris Fontaine')
  await guest.getByLabel('Email Address').fill('iris@example.com')
  await press('phone', guest.getByRole('button', { name: 'Confirm Booking' }))
  await guest.getByRole('button', { name: 'Dismiss' }).click()
  await guest.getByRole('region', { name: 'Booking Confirmed' }).evaluate((it) => it.scrollIntoView())
  caption = '<b>4</b>You see her at once'
  await staff.getByRole('searchbox').fill('Iris')
  await staff.getByText('Iris Fontaine').first().waitFor()
  await show(2600)

  caption = '<b>5</b>On the day, greet your guests by name'
  await staff.goto(paths.desk(todayId))
  const expected = staff
    .getByRole('listitem')
    .filter({ hasNot: staff.getByRole('button', { pressed: true }) })
    .getByRole('button', { name: /^Arrived: / })
    .first()
  const name = (await expected.getAttribute('aria-label'))!.replace('Arrived: ', '')
  const arrived = staff.getByRole('button', { name: `Arrived: ${name}` })
  await arrived.evaluate((it) => it.scrollIntoView({ block: 'center' }))
  await press('laptop', arrived)
  await staff.getByText('Up to date').waitFor()
  await show(1400)
  caption = '<b>6</b>Take the order beside them, priced as you go'
  await press('laptop', staff.getByRole('button', { name: `Create Order for ${name}` }))
  const order = staff.getByRole('dialog', { name: 'Create Order' })
  await order.getByLabel('Template').selectOption('Made-to-measure gown')
  await order.getByRole('button', { name: /Aurelie gown/ }).click()
  await show(1400)
  await order.getByLabel('Fabric').selectOption('French lace (+$600.00)')
  await order.getByLabel('Item Description').fill('Aurelie gown, ivory')
  await order.getByLabel('Hem').selectOption('Train (+$180.00)')
  await show(2400)
  caption = '<b>7</b>The next day, know what the show brought'
  await staff.goto(`${paths.reports()}?eventId=${pastId}`)
  await show(3200)
  await stage.close()
  return sharp(frames, { join: { animated: true } })
    .webp({ quality: 62, effort: 6, delay, loop: 0, smartSubsample: true })
    .toBuffer()
}
