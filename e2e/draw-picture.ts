import type { Page } from '@playwright/test'

/** A PNG of one color with these dimensions in pixels. */
export async function drawPicture(page: Page, width: number, height: number) {
  const address = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const pen = canvas.getContext('2d')!
      pen.fillStyle = 'rebeccapurple'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      return canvas.toDataURL()
    },
    [width, height],
  )
  const buffer = Buffer.from(address.split(',')[1]!, 'base64')
  return { name: `${width}.png`, mimeType: 'image/png', buffer }
}
