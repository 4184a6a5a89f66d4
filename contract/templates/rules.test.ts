import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CENTS } from '../money.ts'
import {
  checkAnswers,
  chosenOption,
  copyName,
  FIRST_FIELD,
  formerAnswers,
  nextLabel,
  readOption,
  refuseFields,
  shownFields,
  templateCan,
} from './rules.ts'
import { fieldTypes, type TemplateField } from './schema.ts'

const field = (changes: Partial<TemplateField> = {}): TemplateField => ({
  id: 'item',
  label: 'Item',
  type: 'text',
  options: [],
  required: false,
  placeholder: '',
  archived: false,
  ...changes,
})

describe('an option', () => {
  test.each([
    ['Gold (+$1,250.50)', 'Gold', 125_050],
    ['Gold (+$50)', 'Gold', 5000],
    ['Sale (-$10)', 'Sale', -1000],
    ['Sale (−$10)', 'Sale', -1000],
    ['Sale (–$10.5)', 'Sale', -1050],
    ['None', 'None', 0],
    ['', '', 0],
    ['  Silk   crêpe ( + $ 250 ) ', 'Silk crêpe', 25_000],
    ['(+$5) Horn', 'Horn', 500],
    ['Lined (+$20) in silk', 'Lined in silk', 2000],
    ['Lined (+$20) (+$5.25)', 'Lined', 2525],
    ['Lined (+$20) (-$25)', 'Lined', -500],
    ['Lined (+$20) (-$20)', 'Lined', 0],
    ['Free (+$0)', 'Free', 0],
    ['Long (floor) (+$80)', 'Long (floor)', 8000],
    ['Long ((+$80))', 'Long ()', 8000],
    ['Large (+$9,999,999.99)', 'Large', MAX_CENTS],
    // Not a valid modifier or amount, so part of the name.
    ['Three (+$1.005)', 'Three (+$1.005)', 0],
    ['Odd (+$1,2)', 'Odd (+$1,2)', 0],
    ['Odd (+$1.2.3)', 'Odd (+$1.2.3)', 0],
    ['Odd (+$)', 'Odd (+$)', 0],
    ['Odd (+$.)', 'Odd (+$.)', 0],
    ['No sign ($50)', 'No sign ($50)', 0],
    ['No dollar (+50)', 'No dollar (+50)', 0],
    ['Percent (+5%)', 'Percent (+5%)', 0],
    ['No bracket +$50', 'No bracket +$50', 0],
    ['Open (+$50', 'Open (+$50', 0],
    ['Both (+-$50)', 'Both (+-$50)', 0],
    ['Huge (+$10,000,000)', 'Huge (+$10,000,000)', 0],
    ['Huge (+$99999999999999999999)', 'Huge (+$99999999999999999999)', 0],
    ['Mixed (+$x) (+$5)', 'Mixed (+$x)', 500],
    // An option with only a price uses it as its name.
    ['(+$50)', '(+$50)', 5000],
  ])('%j is %j and %i cents', (option, name, cents) => {
    expect(readOption(option)).toEqual({ name, cents })
  })

  const piece = fc.constantFrom(
    ...'()+-−–$,. 05',
    '(+$',
    ')',
    '1,250.50',
    '9'.repeat(20),
    '\t',
    'é',
    '\ud800',
  )
  const anything = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  )

  test('of any text is read as whole cents and a name', () => {
    fc.assert(
      fc.property(anything, (option) => {
        const { name, cents } = readOption(option)
        expect(Number.isSafeInteger(cents)).toBe(true)
        expect(name).toBe(name.trim())
        expect(name === '').toBe(option.trim() === '')
      }),
    )
  })

  test('with any amount written after any name adds exactly that amount', () => {
    const cents = fc.integer({ min: 0, max: MAX_CENTS })
    const sign = fc.constantFrom('+', '-', '−', '–')
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{1,20}$/),
        sign,
        cents,
        fc.boolean(),
        (name, sign, cents, grouped) => {
          const dollars = Math.floor(cents / 100)
          const amount = `${grouped ? dollars.toLocaleString('en-US') : dollars}.${String(cents % 100).padStart(2, '0')}`
          const expected = sign === '+' || cents === 0 ? cents : -cents
          expect(readOption(`${name} (${sign}$${amount})`)).toEqual({ name, cents: expected })
        },
      ),
    )
  })
})

test.each(fieldTypes)('a %s changes the price only as a dropdown', (type) => {
  const chosen = type === 'dropdown' ? { name: 'Gold', cents: 5000 } : null
  expect(chosenOption({ type }, 'Gold (+$50)')).toEqual(chosen)
  expect(chosenOption({ type }, true)).toBeNull()
  expect(chosenOption({ type }, undefined)).toBeNull()
})

test.each([
  ['shown', [field()], {}],
  ['hidden', [field({ archived: true })], { item: 'Gown' }],
  ['gone', [], { item: 'Gown' }],
])('an answer whose field is %s is kept apart if the form no longer shows it', (_what, fields, former) => {
  expect(formerAnswers(fields, { item: 'Gown' })).toEqual(former)
})

describe('what was filled in', () => {
  const none = () => 0
  const check = (changes: Partial<TemplateField>, answer: unknown, files = 0) =>
    checkAnswers([field(changes)], { item: answer }, () => files)

  test.each<[string, Partial<TemplateField>, unknown, unknown]>([
    ['a text', {}, ' Ivory gown ', 'Ivory gown'],
    ['lines', { type: 'textarea' }, 'one\n two ', 'one\n two'],
    ['what cannot be stored', {}, 'a\0b\ud800c', 'abc'],
    ['a number', { type: 'number' }, '12.5', '12.5'],
    ['a number as such', { type: 'number' }, -3, '-3'],
    ['a number below one', { type: 'number' }, '.5', '.5'],
    ['a number of several digits', { type: 'number' }, '120.55', '120.55'],
    ['a number below one with two digits', { type: 'number' }, '.25', '.25'],
    ['a number with a plus', { type: 'number' }, '+5', '+5'],
    ['lines of a plain form', { type: 'textarea' }, 'one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['zero', { type: 'number', required: true }, 0, '0'],
    ['a date', { type: 'date' }, '2028-02-29', '2028-02-29'],
    ['an option', { type: 'dropdown', options: ['Silk (+$5)'] }, 'Silk (+$5)', 'Silk (+$5)'],
    ['a ticked box', { type: 'checkbox', required: true }, true, true],
    ['a ticked box of a form', { type: 'checkbox' }, 'true', true],
    ['the longest', {}, 'x'.repeat(5000), 'x'.repeat(5000)],
  ])('is kept: %s', (_what, changes, answer, kept) => {
    expect(check(changes, answer)).toEqual({ answers: { item: kept }, errors: {} })
  })

  test.each<[string, Partial<TemplateField>, unknown]>([
    ['an empty text', {}, ' '],
    ['nothing', {}, undefined],
    ['null', {}, null],
    ['a box that is not ticked', { type: 'checkbox' }, false],
    ['a box that a form left empty', { type: 'checkbox' }, ''],
    ['a box that a form sent as false', { type: 'checkbox' }, 'false'],
    ['an empty number', { type: 'number' }, ''],
    ['an empty option', { type: 'dropdown', options: ['Silk'] }, ''],
    ['the names of files', { type: 'attachment' }, ['templateAttachment_0']],
    ['a hidden field', { archived: true, required: true }, 'Ivory'],
  ])('is left out: %s', (_what, changes, answer) => {
    expect(check(changes, answer)).toEqual({ answers: {}, errors: {} })
  })

  test.each<[string, Partial<TemplateField>, unknown, string]>([
    ['no answer to a question', { label: 'Which size?', required: true }, '', 'Answer this question'],
    ['no text', { required: true }, '  ', 'Item is required'],
    ['no option', { type: 'dropdown', options: ['Silk'], required: true }, '', 'Item is required'],
    ['a box that is not ticked', { type: 'checkbox', required: true }, 'false', 'Item is required'],
    ['no file', { type: 'attachment', required: true }, ['templateAttachment_0'], 'Item is required'],
    ['a word', { type: 'number' }, 'ten', 'Enter a number'],
    ['a number with a comma', { type: 'number' }, '1,5', 'Enter a number'],
    ['a number that begins with a word', { type: 'number' }, 'x5', 'Enter a number'],
    ['a number that ends with a word', { type: 'number' }, '5x', 'Enter a number'],
    ['a number below one that begins with a word', { type: 'number' }, 'x.5', 'Enter a number'],
    ['a number below one that ends with a word', { type: 'number' }, '.5x', 'Enter a number'],
    ['a number that ends with a dot', { type: 'number' }, '5.', 'Enter a number'],
    ['a dot', { type: 'number' }, '.', 'Enter a number'],
    ['two signs', { type: 'number' }, '+-5', 'Enter a number'],
    ['a number without an end', { type: 'number' }, 1e21, 'Enter a number'],
    ['a date in words', { type: 'date' }, 'June 5, 2027', 'We couldn’t read this answer. Enter it again.'],
    [
      'a day that no month has',
      { type: 'date' },
      '2027-02-29',
      'We couldn’t read this answer. Enter it again.',
    ],
    ['another option', { type: 'dropdown', options: ['Silk'] }, 'silk', 'Select one of the options'],
    ['a number for a box', { type: 'checkbox' }, 1, 'We couldn’t read this answer. Enter it again.'],
    ['a word for a box', { type: 'checkbox' }, 'yes', 'We couldn’t read this answer. Enter it again.'],
    ['a list for a text', {}, ['a'], 'We couldn’t read this answer. Enter it again.'],
    ['a tick for a text', {}, true, 'We couldn’t read this answer. Enter it again.'],
    ['too long a text', {}, 'x'.repeat(5001), 'This must be 5,000 characters or less'],
  ])('is refused: %s', (_what, changes, answer, sentence) => {
    expect(check(changes, answer)).toEqual({ answers: {}, errors: { item: sentence } })
  })

  test('has the files that an attachment field asks for', () => {
    expect(check({ type: 'attachment', required: true }, undefined, 1)).toEqual({ answers: {}, errors: {} })
  })

  test('has nothing of fields that were not shown', () => {
    expect(checkAnswers([field()], { item: 'Gown', other: 'x', constructor: 'y' }, none).answers).toEqual({
      item: 'Gown',
    })
  })

  const someFields = fc.uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[\w-]{1,5}$/),
      label: fc.string(),
      type: fc.constantFrom(...fieldTypes),
      options: fc.array(fc.string()),
      required: fc.boolean(),
      placeholder: fc.string(),
      archived: fc.boolean(),
    }),
    { selector: ({ id }) => id },
  )

  test('is right or wrong for each shown field, whatever was sent, and stays as it is kept', () => {
    fc.assert(
      fc.property(
        someFields.chain((fields) =>
          fc.record({
            fields: fc.constant(fields),
            answers: fc.dictionary(
              fc.constantFrom('other', ...fields.map(({ id }) => id)),
              fc.oneof(fc.jsonValue(), fc.constantFrom(...fields.flatMap(({ options }) => options), '5')),
            ),
          }),
        ),
        fc.integer({ min: 0, max: 2 }),
        ({ fields, answers }, files) => {
          const first = checkAnswers(fields, answers, () => files)
          const shown = shownFields(fields).map(({ id }) => id)
          for (const id of Object.keys({ ...first.answers, ...first.errors })) expect(shown).toContain(id)
          for (const id of Object.keys(first.errors)) expect(Object.keys(first.answers)).not.toContain(id)
          // Checking stored answers again changes nothing; rejected ones count as missing.
          const valid = fields.filter(({ id }) => !Object.hasOwn(first.errors, id))
          const again = checkAnswers(valid, JSON.parse(JSON.stringify(first.answers)), () => files)
          expect(again).toEqual({ answers: first.answers, errors: {} })
        },
      ),
    )
  })
})

describe('a template', () => {
  test('starts with its first field, and numbers the next ones', () => {
    expect(FIRST_FIELD).toBe('Item Description')
    expect(nextLabel([])).toBe('Field 1')
    expect(nextLabel([field()])).toBe('Field 2')
  })

  test('is copied under a name that is not too long', () => {
    expect(copyName('Gown')).toBe('Gown (Copy)')
    expect(copyName('x'.repeat(193))).toBe(`${'x'.repeat(193)} (Copy)`)
    expect(copyName('x'.repeat(200))).toBe(`${'x'.repeat(193)} (Copy)`)
  })

  test.each([
    ['delete', templateCan.delete({ inUse: false }), null],
    [
      'delete',
      templateCan.delete({ inUse: true }),
      'Orders use this template. Archive it instead of deleting it.',
    ],
    ['archive', templateCan.archive({ archived: false }), null],
    ['archive', templateCan.archive({ archived: true }), 'This template is archived.'],
    ['restore', templateCan.restore({ archived: true }), null],
    ['restore', templateCan.restore({ archived: false }), 'This template isn’t archived.'],
  ])('%s: %s', (_what, refusal, expected) => {
    expect(refusal).toBe(expected)
  })
})

describe('fields that orders were made with', () => {
  const before = [field(), field({ id: 'fabric', label: 'Fabric', type: 'dropdown', options: ['Silk'] })]
  const [item, fabric] = before as [TemplateField, TemplateField]
  test.each<[string, TemplateField[], string | null]>([
    ['stay', before, null],
    ['in another order', [fabric, item], null],
    ['hidden', [item, { ...fabric, archived: true }], null],
    ['required now', [item, { ...fabric, required: true }], null],
    ['with another label and other options', [item, { ...fabric, label: 'Cloth', options: ['Linen'] }], null],
    ['and one more', [...before, field({ id: 'new' })], null],
    ['without one that no order has', [fabric], null],
    ['with another type of one that no order has', [{ ...item, type: 'number' }, fabric], null],
    ['deleted', [item], 'Orders use the field “Fabric”. Hide it instead of deleting it.'],
    [
      'of another type',
      [item, { ...fabric, type: 'text' }],
      'Orders use the field “Fabric”, so its type can’t change.',
    ],
    [
      'replaced',
      [item, { ...fabric, id: 'cloth' }],
      'Orders use the field “Fabric”. Hide it instead of deleting it.',
    ],
  ])('%s', (_what, after, refusal) => {
    expect(refuseFields({ fieldsInUse: ['fabric'] }, before, after)).toBe(refusal)
  })
})
