import { describe, expect, test } from 'vitest'
import { isAtWork, isAway, teamAt } from './rules.ts'

const [dana, sam, kim] = [
  { userId: 1, name: 'Dana' },
  { userId: 2, name: 'Sam' },
  { userId: 3, name: 'Kim' },
]
const day = '2027-04-16'
const shift = (person: typeof dana, startTime: string, endTime: string, on = day) => ({
  ...person,
  ...{ day: on, startTime, endTime },
})
const slot = (startTime: string, endTime: string) => ({ slotDate: day, startTime, endTime })

describe('a colleague is at work', () => {
  test.each([
    ['within a shift', [shift(dana, '10:00', '16:00')], slot('11:00', '12:00'), true],
    ['from its first minute', [shift(dana, '10:00', '16:00')], slot('10:00', '11:00'), true],
    ['to its last minute', [shift(dana, '10:00', '16:00')], slot('15:00', '16:00'), true],
    ['not before it', [shift(dana, '10:00', '16:00')], slot('09:30', '10:30'), false],
    ['not after it', [shift(dana, '10:00', '16:00')], slot('15:30', '16:30'), false],
    [
      'across shifts without a gap',
      [shift(dana, '13:00', '16:00'), shift(dana, '10:00', '13:00')],
      slot('12:30', '13:30'),
      true,
    ],
    [
      'not in a gap',
      [shift(dana, '10:00', '12:30'), shift(dana, '13:00', '16:00')],
      slot('12:00', '13:30'),
      false,
    ],
    ['to midnight', [shift(dana, '18:00', '24:00')], slot('23:00', '24:00'), true],
    ['not on another day', [shift(dana, '10:00', '16:00', '2027-04-17')], slot('11:00', '12:00'), false],
    ['not for a colleague', [shift(sam, '10:00', '16:00')], slot('11:00', '12:00'), false],
  ])('%s', (_, shifts, at, expected) => {
    expect(isAtWork(shifts, dana.userId, at)).toBe(expected)
  })
})

test.each([
  ['on a day without shifts no one is away', [shift(sam, '10:00', '16:00', '2027-04-17')], false],
  ['on a day with shifts those without one are', [shift(sam, '10:00', '16:00')], true],
  ['those with one aren’t', [shift(dana, '10:00', '16:00')], false],
])('%s', (_, shifts, expected) => {
  expect(isAway(shifts, dana.userId, slot('11:00', '12:00'))).toBe(expected)
})

test('a time slot shows who is at work with whom they serve, who is free, and who serves but is away', () => {
  const shifts = [shift(dana, '10:00', '16:00'), shift(sam, '10:00', '16:00'), shift(kim, '14:00', '16:00')]
  const serves = (person: typeof dana, attendeeName: string, startTime: string, endTime: string) => ({
    ...person,
    ...{ attendeeName, slotDate: day, startTime, endTime },
  })
  const serving = [
    serves(dana, 'Grace', '11:00', '12:00'),
    serves(dana, 'Ada', '11:30', '12:30'),
    serves(sam, 'Mae', '10:00', '11:00'),
    serves(sam, 'Eve', '12:00', '13:00'),
    serves(kim, 'Zoe', '11:00', '12:00'),
  ]
  const shown = teamAt({ shifts, serving }, slot('11:00', '12:00'))
  expect(shown.map(({ name, guests, isAway }) => [name, guests, isAway])).toEqual([
    ['Dana', ['Grace', 'Ada'], false],
    ['Sam', [], false],
    ['Kim', ['Zoe'], true],
  ])
})
