import { imageMessages } from '@trunkshow/contract/images.ts'
import { expect, test } from 'vitest'
import { refusalOf } from './drop-zone.tsx'

const MEGABYTE = 1024 * 1024

function file(type: string, size: number, name = 'file') {
  return { type, size, name } as File
}
const small = file('image/png', 10)
const page = file('text/html', 10)
const unknown = file('', 10)

test.each([
  ['an image', [small], undefined],
  ['an image as large as the limit', [file('image/jpeg', 2 * MEGABYTE)], undefined],
  ['an image a byte larger', [file('image/jpeg', 2 * MEGABYTE + 1)], 'File size exceeds 2MB limit'],
  ['what is no image', [page], 'Please upload an image file'],
  ['a file of unknown kind', [unknown], 'Please upload an image file'],
  ['a large file that is no image', [file('video/mp4', 3 * MEGABYTE)], 'Please upload an image file'],
  ['a HEIC photo', [file('image/heic', 10)], imageMessages.heic],
  ['a HEIC photo of unknown kind', [file('', 10, 'IMG_0042.HEIC')], imageMessages.heic],
  ['several of which one is no image', [small, page], 'Please upload image files only'],
  ['several images', [small, small], undefined],
])('%s', (_, files, sentence) => {
  expect(refusalOf(files, 2)).toBe(sentence)
})
