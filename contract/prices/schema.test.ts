import { expect, test } from 'vitest'
import { typedRates } from './schema.ts'

test.each([
  [
    { NY: '8.875', TX: 6.25, OR: '0', CA: '' },
    { NY: 8.875, TX: 6.25, OR: 0 },
  ],
  [{ NY: ' 8.5 % ' }, { NY: 8.5 }],
  [{}, {}],
])('the rates %j are %j', (given, rates) => {
  expect(typedRates.parse(given)).toEqual(rates)
})

test.each(['100', '8.8755', '-1', 'eight', 'NaN', '8,875'])('the rate %j is refused at its state', (rate) => {
  const { error } = typedRates.safeParse({ NY: rate })
  expect(error?.issues).toMatchObject([{ path: ['NY'], message: 'Enter a percentage such as 8.875' }])
})

test('a rate of anything but a state is refused', () => {
  expect(typedRates.safeParse({ ON: 13 }).success).toBe(false)
})
