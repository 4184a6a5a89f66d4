import { expect, test } from 'vitest'
import { areTagsTooLong, joinTags, tagLimits, tagsIn } from './rules.ts'

test.each([
  ['', []],
  [' , ;', []],
  ['VIP', ['VIP']],
  ['vip, VIP', ['vip']],
  ['VIP, VIP', ['VIP']],
  ['VIP,Bride  2027;\nMother of the bride ', ['VIP', 'Bride 2027', 'Mother of the bride']],
  ['Bride, VIP, bride, Silk', ['Bride', 'VIP', 'Silk']],
])('%j has the tags %j, and is the same once joined', (text, tags) => {
  expect(tagsIn(text)).toEqual(tags)
  expect(joinTags(text)).toBe(tags.join(', '))
  expect(tagsIn(joinTags(text))).toEqual(tags)
})

const many = (count: number) => joinTags(Array.from({ length: count }, (_, at) => `tag ${at}`).join())

test.each([
  [many(tagLimits.tags), false],
  [many(tagLimits.tags + 1), true],
  ['x'.repeat(tagLimits.characters), false],
  ['x'.repeat(tagLimits.characters + 1), true],
])('tags have limits: %j is too long: %s', (tags, isTooLong) => {
  expect(areTagsTooLong(tags)).toBe(isTooLong)
})
