import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { changeOf, SHARE_THAT_CHANGED } from './compare-pictures.ts'

/** A screen of rows of words; each word is a bar. */
const draw = ({ seed = 1, rows = 10, background = '#ffffff' }) => {
  const bars = Array.from({ length: rows * 4 }, (_, at) => {
    const width = 40 + ((at * 37 * seed) % 60)
    return `<rect x="${60 + (at % 4) * 180}" y="${40 + Math.floor(at / 4) * 40}" width="${width}" height="8" fill="#333"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="${background}"/>${bars.join('')}</svg>`
  return sharp(Buffer.from(svg)).webp().toBuffer()
}

async function keep(picture: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'trunkshow-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'kept.webp')
  await sharp(picture).toFile(path)
  return path
}

test('other words in the same rows are no change; another layout, theme or shape is', async () => {
  const kept = await keep(await draw({}))
  const changes = await Promise.all(
    [{ seed: 3 }, { rows: 2 }, { background: '#221d17' }].map(async (look) =>
      changeOf(await draw(look), kept),
    ),
  )
  expect(changes.map((share) => share > SHARE_THAT_CHANGED)).toEqual([false, true, true])
  const narrow = await sharp(await draw({}))
    .resize(400)
    .toBuffer()
  expect(await changeOf(narrow, kept)).toBe(1)
  expect(await changeOf(narrow, `${kept}.gone`)).toBe(1)
})
