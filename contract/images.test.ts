import { expect, test } from 'vitest'
import { eventImages, previewImageOf, srcSetOf, widthsOf } from './images.ts'

test.each([
  [4000, [480, 960, 1920]],
  [1920, [480, 960, 1920]],
  [1000, [480, 960, 1000]],
  [960, [480, 960]],
  [480, [480]],
  [7, [7]],
])('a banner %i pixels wide gets the versions %j', (width, made) => {
  expect(widthsOf(eventImages.banner, width)).toEqual(made)
})

test('a page offers every version of a stored picture', () => {
  expect(srcSetOf('/uploads/images/4f0c/1920.webp', eventImages.banner)).toBe(
    '/uploads/images/4f0c/480.webp 480w, /uploads/images/4f0c/960.webp 960w, /uploads/images/4f0c/1920.webp 1920w',
  )
  expect(srcSetOf('/uploads/images/4f0c/120.webp#dark', eventImages.logo)).toBe(
    '/uploads/images/4f0c/96.webp 96w, /uploads/images/4f0c/120.webp 120w',
  )
  expect(srcSetOf('https://elsewhere.test/banner.jpg', eventImages.banner)).toBeUndefined()
})

test.each([
  [1920, 960],
  [1300, 960],
  [1200, 1200],
  [1000, 1000],
  [300, 300],
])('the preview of a banner %i pixels wide is its JPEG of %i', (width, shown) => {
  expect(previewImageOf(`/uploads/images/4f0c/${width}.webp`, eventImages.banner)).toEqual({
    url: `/uploads/images/4f0c/${shown}.jpg`,
    width: shown,
  })
  expect(previewImageOf(`https://elsewhere.test/${width}.webp`, eventImages.banner)).toBeUndefined()
})
