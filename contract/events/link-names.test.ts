import { describe, expect, test } from 'vitest'
import { isReservedSlug, isUnguessable, makeSlug, plainSlugs, randomCharacters, slugWords } from './rules.ts'

describe('a custom URL', () => {
  test.each(['new', 'Edit', 'CREATE', 'admin', 'api', 'public', 'private', 'event', 'Events'])(
    '%s is reserved',
    (slug) => expect(isReservedSlug(slug)).toBe(true),
  )
  test.each(['news', 'spring-show', 'event-1', 'my_events'])('%s is free', (slug) => {
    expect(isReservedSlug(slug)).toBe(false)
  })
})

describe('a link name', () => {
  test.each([
    ['Spring Bridal Show', 'spring-bridal-show'],
    ['Maison Vale & Söhne', 'maison-vale-sohne'],
    ['  --Ivory, 2027!--  ', 'ivory-2027'],
    ['ﬁnal No. ①', 'final-no-1'],
    ['נועה לוי', ''],
    ['', ''],
    ['x'.repeat(41), 'x'.repeat(40)],
    [`${'x'.repeat(39)} show`, 'x'.repeat(39)],
  ])('of %j has the words %j', (name, words) => {
    expect(slugWords(name)).toBe(words)
  })

  test('has no more characters than are asked for, and no hyphen at its end', () => {
    expect(slugWords('spring show', 8)).toBe('spring-s')
    expect(slugWords('spring show', 7)).toBe('spring')
  })

  const bytes = (length: number, byte: number) => new Uint8Array(length).fill(byte)

  test.each([
    // 0 is the first of 32 characters, 24 the first digit, 31 the last one; 32 is the first again.
    ['Spring Show', [0, 1, 23, 24, 31, 32], 'spring-show-abz29a'],
    ['Spring Show', [255, 0, 0, 0, 0, 0], 'spring-show-9aaaaa'],
    ['Spring Show', [0, 0, 0, 0, 0, 0], 'spring-show-aaaaa2'],
    ['Spring Show', [0, 0, 0, 0, 0, 7], 'spring-show-aaaaa9'],
    ['Spring Show', [0, 0, 0, 0, 0, 8], 'spring-show-aaaaa2'],
    ['נועה', [0, 0, 0, 0, 0, 24], 'show-aaaaa2'],
  ])('of %j and the bytes %j is %s', (name, random, slug) => {
    expect(makeSlug(name, Uint8Array.from(random))).toBe(slug)
  })

  test.each([
    ['public', 40, 47],
    ['private', 33, 50],
  ] as const)('of a %s event has %i characters of the name at most, and %i in all', (kind, words, all) => {
    const slug = makeSlug('x'.repeat(200), bytes(randomCharacters[kind], 24))
    expect(slug).toMatch(new RegExp(`^x{${words}}-2+$`))
    expect(slug).toHaveLength(all)
  })

  test.each([
    ['Maison Vale', ['maison-vale', 'maison-vale-2', 'maison-vale-3', 'maison-vale-4', 'maison-vale-5']],
    ['נועה', ['shows', 'shows-2', 'shows-3', 'shows-4', 'shows-5']],
    ['No. 5', ['no-5', 'no-5-2', 'no-5-3', 'no-5-4', 'no-5-5']],
    ['5th', ['5th', '5th-2', '5th-3', '5th-4', '5th-5']],
    // Digits alone and reserved words are no link names.
    ['2027', ['2027-2', '2027-3', '2027-4', '2027-5']],
    ['Events', ['events-2', 'events-3', 'events-4', 'events-5']],
  ])('that is readable for %j is one of %j', (name, plain) => {
    const random = bytes(randomCharacters.public, 24)
    expect(plainSlugs(name, 'shows', random)).toEqual([
      ...plain,
      makeSlug(plain[0]!.replace(/-2$/, ''), random),
    ])
  })

  test.each([
    ['spring-show-abcdefgh23456789', true],
    ['abcdefgh23456789', true],
    ['show-222222222222222z', true],
    ['show-abcdefghabcdefgh', false],
    ['show-abcdefgh2345678', false],
    ['showabcdefgh23456789', false],
    ['show-abcdefgh23456789-', false],
    ['show-labcdefg23456789', false],
    ['show-abcdefgh23456781', false],
    ['show-abcdefgh23456780', false],
    ['show-2bcdefgh-abcdefgh', false],
    ['SHOW-ABCDEFGH23456789', false],
  ])('%s can’t be guessed: %s', (slug, unguessable) => {
    expect(isUnguessable(slug)).toBe(unguessable)
  })
})

test('a generated slug always has a digit, so it is never taken for plain words', () => {
  for (const byte of [0, 23, 24, 255]) {
    const slug = makeSlug('Spring Show', new Uint8Array(randomCharacters.private).fill(byte))
    expect(isUnguessable(slug), slug).toBe(true)
  }
})
