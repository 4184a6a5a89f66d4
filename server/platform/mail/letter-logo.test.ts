import { randomBytes } from 'node:crypto'
import { imageUrl } from '@trunkshow/contract/images.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { blank } from '../../test/pictures.ts'
import { pictureKey } from '../files/in-turn.ts'
import { log } from '../log/log.ts'
import { readLetterLogo } from './letter-logo.ts'

const app = startTestApp()

/** Stores the widest version of a logo. */
async function storeLogo(content: Buffer, width: number) {
  const hash = randomBytes(16).toString('hex')
  await app.files.put(pictureKey(hash, width), content)
  return { hash, logoUrl: imageUrl(hash, width) }
}

test.each([
  { is: 'square', size: [384, 384], shown: [48, 48], version: 96 },
  { is: 'wide', size: [384, 96], shown: [192, 48], version: 384 },
  { is: 'very wide', size: [384, 40], shown: [200, 21], version: 384 },
  { is: 'a line', size: [384, 1], shown: [200, 1], version: 384 },
  { is: 'tall', size: [384, 768], shown: [24, 48], version: 96 },
  { is: 'narrower than a sharp one', size: [150, 60], shown: [120, 48], version: 150 },
  { is: 'small', size: [30, 20], shown: [30, 20], version: 30 },
] as const)('a logo that is $is keeps its shape in an email', async ({ size, shown, version }) => {
  const [width, height] = size
  const files = [
    await blank(width, height).webp().toBuffer(),
    await blank(width, height).webp({ lossless: true }).toBuffer(),
    await blank(width, height).ensureAlpha(0.5).webp().toBuffer(),
  ]
  for (const content of files) {
    const { hash, logoUrl } = await storeLogo(content, width)
    const logo = { url: imageUrl(hash, version, 'png'), width: shown[0], height: shown[1] }
    expect(await readLetterLogo(app.files, logoUrl)).toEqual(logo)
    // It is remembered: an email does not wait for the storage again.
    await app.files.delete(pictureKey(hash, width))
    expect(await readLetterLogo(app.files, logoUrl)).toEqual(logo)
  }
})

test('an email goes without a logo that cannot be read, until it can', async () => {
  const told = vi.spyOn(log, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const { hash, logoUrl } = await storeLogo(Buffer.from('no picture'), 96)
  expect(await readLetterLogo(app.files, logoUrl)).toBeUndefined()
  await app.files.delete(pictureKey(hash, 96))
  expect(await readLetterLogo(app.files, logoUrl)).toBeUndefined()
  expect(told).toHaveBeenCalledTimes(2)
  await app.files.put(pictureKey(hash, 96), await blank(96, 96).webp().toBuffer())
  expect(await readLetterLogo(app.files, logoUrl)).toMatchObject({ width: 48, height: 48 })
  for (const none of [null, 'https://elsewhere.test/logo.png'])
    expect(await readLetterLogo(app.files, none)).toBeUndefined()
})
