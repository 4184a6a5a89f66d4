import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discountInput } from './schema.ts'

const input = { code: 'SPRING10', discountValue: 10 }
const read = (changes: object) => discountInput.parse({ ...input, ...changes })
const percentageRange = 'Enter a whole percentage from 1 to 100'
const usageInvalid = 'Enter 1 or more, or leave blank for unlimited.'

describe('the form of a discount code', () => {
  test('fills in the defaults of a new code', () => {
    expect(read({})).toEqual({ ...input, discountType: 'percentage', usageLimit: null, isActive: true })
  })

  test.each([
    [{ code: ' SPRING\n10 ' }, { code: 'SPRING 10' }],
    [{ discountValue: '15' }, { discountValue: 15 }],
    [{ discountValue: 1 }, { discountValue: 1 }],
    [{ discountValue: 100 }, { discountValue: 100 }],
    [{ usageLimit: '' }, { usageLimit: null }],
    [{ usageLimit: '5' }, { usageLimit: 5 }],
    [{ expiresAt: '' }, { expiresAt: null }],
    [{ expiresAt: null }, { expiresAt: null }],
    [{ expiresAt: '2028-02-29' }, { expiresAt: '2028-02-29' }],
  ])('reads %j as %j', (changes, expected) => {
    expect(read(changes)).toMatchObject(expected)
  })

  test('distinguishes a removed last day from an omitted one', () => {
    expect([read({}).expiresAt, read({ expiresAt: '' }).expiresAt]).toEqual([undefined, null])
  })

  test.each([
    [{ code: '' }, 'code', 'Discount code is required'],
    [{ code: undefined }, 'code', 'Discount code is required'],
    [{ code: 'x'.repeat(51) }, 'code', 'Code must be 50 characters or less'],
    [{ discountValue: '' }, 'discountValue', 'Discount percentage is required'],
    [{ discountValue: undefined }, 'discountValue', 'Discount percentage is required'],
    [{ discountValue: 0 }, 'discountValue', percentageRange],
    [{ discountValue: 101 }, 'discountValue', percentageRange],
    [{ discountValue: 12.5 }, 'discountValue', percentageRange],
    [{ discountValue: 'ten' }, 'discountValue', percentageRange],
    [{ usageLimit: 0 }, 'usageLimit', usageInvalid],
    [{ usageLimit: 1.5 }, 'usageLimit', usageInvalid],
    [{ usageLimit: 2e9 }, 'usageLimit', usageInvalid],
    [{ expiresAt: '2027-02-29' }, 'expiresAt', 'Enter a date'],
    [{ expiresAt: 5 }, 'expiresAt', 'Enter a date'],
    [{ description: 'x'.repeat(501) }, 'description', 'Description must be 500 characters or less'],
  ])('is refused with %j', (changes, field, sentence) => {
    const { error } = discountInput.safeParse({ ...input, ...changes })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, sentence]])
  })

  test('takes whole percentages from 1 to 100 and nothing else, as a number or as text', () => {
    const given = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.double(), fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(given, fc.boolean(), (value, asText) => {
        // String(value) throws for an object whose toString isn't a function.
        const text = () => (value && typeof value === 'object' ? JSON.stringify(value) : String(value))
        const sent = asText ? text() : value
        const { data } = discountInput.safeParse({ ...input, discountValue: sent })
        if (data) expect(data.discountValue).toBe(Number(sent))
        const right = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 100
        if (right) expect(data).toBeDefined()
        if (data) expect([data.discountValue >= 1, data.discountValue <= 100]).toEqual([true, true])
      }),
      { examples: [[{ toString: false }, true]] },
    )
  })
})
