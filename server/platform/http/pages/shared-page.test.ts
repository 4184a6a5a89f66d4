import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { acceptsGzip, deflatePiece, gzipPieces, storePiece } from './shared-page.ts'

test('pieces that are compressed once form one gzip file of about the usual size', async () => {
  const texts = [
    '<li>Friday, April 16 – 10:00 AM</li>'.repeat(3000),
    'own-key',
    '',
    'é'.repeat(40_000),
    'x'.repeat(65_535),
    '!',
  ]
  const pieces = [
    await deflatePiece(texts[0]!),
    storePiece(texts[1]!),
    await deflatePiece(texts[2]!),
    await deflatePiece(texts[3]!),
    storePiece(texts[4]!),
    await deflatePiece(texts[5]!),
  ]
  expect(gunzipSync(gzipPieces(pieces)).toString()).toBe(texts.join(''))
  expect(gunzipSync(gzipPieces([])).toString()).toBe('')
  expect(gzipPieces(pieces.slice(0, 4)).length).toBeLessThan(
    1.2 * gzipSync(texts.slice(0, 4).join('')).length,
  )
})

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br, gzip;q=0.8', true],
  ['GZIP', true],
  ['gzip;q=0', false],
  ['br, gzip ; q=0.000', false],
  ['x-gzipped', false],
  ['br', false],
  ['identity', false],
  [undefined, false],
])('an Accept-Encoding of %j accepts it: %s', (accepted, takes) => {
  expect(acceptsGzip(accepted)).toBe(takes)
})
