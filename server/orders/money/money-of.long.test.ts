import { test } from 'vitest'
import { checkMoney } from '../../test/check-money.ts'

test('the money of 100,000 orders is what a slow calculation in rationals says', () => {
  checkMoney(100_000)
})
