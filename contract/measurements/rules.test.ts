import { expect, test } from 'vitest'
import { measurementMessages as text } from './messages.ts'
import {
  formatChange,
  formatMeasure,
  isSameSeries,
  linesOf,
  measuringName,
  measuringText,
  readMeasure,
  typedMeasure,
} from './rules.ts'

test.each([
  ['34', 272],
  ['34 1/8', 273],
  ['34-1/8', 273],
  ['34 - 1/8', 273],
  [' 34  3/8" ', 275],
  ['34 3/8”', 275],
  ['34.125', 273],
  ['34,5', 276],
  ['34⅛', 273],
  ['34 ½ in', 276],
  ['34 2/16', 273],
  ['34 inches', 272],
  ['3/4', 6],
  ['.5', 4],
  ['200', 1600],
  ['', text.inchInvalid],
  ['34.1', text.inchInvalid],
  ['34 1/3', text.inchInvalid],
  ['34 1/0', text.inchInvalid],
  ['34 9/8', text.inchInvalid],
  ['-34', text.inchInvalid],
  ['34 cm', text.inchInvalid],
  ['about 34', text.inchInvalid],
  ['1e2', text.inchInvalid],
  ['0', text.inchTooLarge],
  ['200 1/8', text.inchTooLarge],
])('reads %j in inches as %j', (typed, read) => {
  expect(readMeasure(typed, 'inch')).toBe(read)
})

test.each([
  ['86.5', 865],
  ['86,7 cm', 867],
  ['86', 860],
  ['500', 5000],
  ['86.55', text.cmInvalid],
  ['86 1/2', text.cmInvalid],
  ['34"', text.cmInvalid],
  ['0.0', text.cmTooLarge],
  ['500.1', text.cmTooLarge],
])('reads %j in centimeters as %j', (typed, read) => {
  expect(readMeasure(typed, 'cm')).toBe(read)
})

test('each measurement is read again as it is shown', () => {
  for (let value = 1; value <= 1600; value++)
    expect(readMeasure(formatMeasure(value, 'inch'), 'inch')).toBe(value)
  for (let value = 1; value <= 5000; value++)
    expect(readMeasure(formatMeasure(value, 'cm'), 'cm')).toBe(value)
})

test.each([
  [272, 'inch', '34'],
  [274, 'inch', '34 1/4'],
  [276, 'inch', '34 1/2'],
  [5, 'inch', '5/8'],
  [865, 'cm', '86.5'],
] as const)('%d in %s is typed as %s', (value, unit, typed) => {
  expect(typedMeasure(value, unit)).toBe(typed)
})

test('a change has its sign; none is nothing', () => {
  expect(formatChange(273, 272, 'inch')).toBe('+1/8 in')
  expect(formatChange(860, 865, 'cm')).toBe('−0.5 cm')
  expect(formatChange(860, 860, 'cm')).toBeNull()
  expect(formatChange(860, undefined, 'cm')).toBeNull()
})

test('a set’s measurements are its lines', () => {
  expect(linesOf(' Bust \n\n Waist   line\r\n')).toEqual(['Bust', 'Waist line'])
})

test('a series is one set of one wearer in one unit', () => {
  const one = { setId: 1, setName: 'Gown', wearer: 'Ann', unit: 'inch' } as const
  expect(isSameSeries(one, { ...one, setName: 'Dress', wearer: 'ann' })).toBe(true)
  expect(isSameSeries(one, { ...one, setId: 2 })).toBe(false)
  expect(isSameSeries(one, { ...one, wearer: '' })).toBe(false)
  expect(isSameSeries(one, { ...one, unit: 'cm' })).toBe(false)
  expect(isSameSeries({ ...one, setId: null }, { ...one, setId: null })).toBe(true)
})

test.each([
  ['', 'Gown, March 2, 2026'],
  ['Ann', 'Gown for Ann, March 2, 2026'],
])('an order keeps the values, and whose they are and since when: %j', (wearer, name) => {
  const text = measuringText({
    ...{ id: 1, customerId: 2, setId: 3, setName: 'Gown', unit: 'inch', measuredOn: '2026-03-02', wearer },
    ...{ note: 'Stands on a stool', takenBy: 'Ada', createdAt: '2026-03-02T10:00:00Z' },
    values: [
      { label: 'Bust', value: 273 },
      { label: 'Waist', value: 224 },
    ],
  })
  expect(text).toBe(`Bust: 34 1/8 in\nWaist: 28 in\n${name}`)
  expect(measuringName(text)).toBe(name)
})
