import { expect, test } from 'vitest'
import type { z } from 'zod'
import { addBookingInput, bookSlotInput } from './bookings/schema.ts'
import { companyInput, inviteInput } from './company/schema.ts'
import { addressParts, customerInput } from './customers/schema.ts'
import { customizationInput, optionInput } from './customizations/schema.ts'
import { discountInput } from './discounts/schema.ts'
import { emailField } from './endpoint.ts'
import { eventInput } from './events/schema.ts'
import { importFiles } from './imports/fields.ts'
import { orderInput, savedFilterInput } from './orders/schema.ts'
import { asciiEmail, emailProblem, oneLine } from './person.ts'
import { productInput } from './products/schema.ts'
import { profileInput, registerInput } from './session/schema.ts'
import { templateField, templateInput } from './templates/schema.ts'
import { renameTourInput } from './tours/schema.ts'
import { joinWaitlistInput } from './waitlist/schema.ts'

const label = 'x'.repeat(63)

/**
 * Marked (H): the grammar and pattern of html.spec.whatwg.org/multipage/input.html#valid-e-mail-address. (W): domains of
 * UTS 46's conformance tests, unicode.org/Public/idna/latest/IdnaTestV2.txt, and of its table of deviations (faß). (R):
 * addresses that mail providers gave out, such as docomo’s (nttdocomo.co.jp/english/service/mail).
 */
test.each([
  ['tom&lisa@mail.test', 'tom&lisa@mail.test'], // H
  ["o'brien@mail.test", "o'brien@mail.test"], // H
  ["!#$%&'*+/=?^_`{|}~-@mail.test", "!#$%&'*+/=?^_`{|}~-@mail.test"], // H
  ['cafe/orders@mail.test', 'cafe/orders@mail.test'], // H
  ['.tom..lisa.@docomo.test', '.tom..lisa.@docomo.test'], // H, R
  ['_@a.b', '_@a.b'], // H
  ['a@1.2.3.4', 'a@1.2.3.4'], // H
  [`tom@${label}.test`, `tom@${label}.test`], // H
  ['Tom@Mail.TEST', 'Tom@Mail.TEST'],
  ['tom@münchen.test', 'tom@xn--mnchen-3ya.test'],
  ['tom@MÜNCHEN.test', 'tom@xn--mnchen-3ya.test'],
  ['tom@mu\u0308nchen.test', 'tom@xn--mnchen-3ya.test'], // how macOS types ü in names of files
  ['tom@xn--mnchen-3ya.test', 'tom@xn--mnchen-3ya.test'],
  ['tom&lisa@faß.de', 'tom&lisa@xn--fa-hia.de'], // W
  ['ann@пример.рф', 'ann@xn--e1afmkfd.xn--p1ai'], // W
  ['ann@faſt.test', 'ann@fast.test'], // a long s, as in old print
  ['ann@\u212ailn.test', 'ann@kiln.test'], // a Kelvin sign
  ['ann@例え。テスト', 'ann@xn--r8jz45g.xn--zckzah'], // W
  ['ann@日本語。ＪＰ', 'ann@xn--wgv71a119e.jp'], // W
  [' ann@mail.test\u00a0', 'ann@mail.test'],
  ['\u202aann@mail.test\u202c', 'ann@mail.test'],
  ['\u200bann@mail.test\ufeff', 'ann@mail.test'],
])('%j is an email, stored as %j', (typed, stored) => {
  expect(emailProblem(asciiEmail(typed))).toBeNull()
  expect(asciiEmail(typed)).toBe(stored)
  expect(emailField().parse(typed)).toBe(stored)
  expect(asciiEmail(stored)).toBe(stored)
})

test.each([
  '',
  'ann',
  '@mail.test',
  'ann@',
  'ann@mail', // RFC 5321, section 2.3.5: only full domains
  'ann@münchen',
  'ann@@mail.test',
  'ann@b@mail.test',
  'ann@b@münchen.test',
  'ann lee@mail.test', // H, and the next five
  'ann,lee@mail.test',
  'Ann <ann@mail.test>',
  '"ann lee"@mail.test',
  'ann(comment)@mail.test',
  'ann;lee@mail.test',
  'ann@mail..test', // H
  'ann@.mail.test',
  'ann@mail.test.',
  'ann@-mail.test',
  'ann@mail-.test',
  'ann@mail_1.test',
  'ann@[127.0.0.1]',
  `ann@${label}x.test`, // H
  'ann@mail.test/ü',
  'ann@ü.test:25',
  'ann@ü.test#a',
  'ann@%C3%BC.test',
  'ann@ü ü.test',
  'ann@münchen..test',
  'ann@a\u0338\u2260.test\\ü',
  'ann@mail.test\r\nBcc: b@mail.test',
  `${'x'.repeat(320)}@mail.test`,
])('%j is not an email', (typed) => {
  expect(emailProblem(asciiEmail(typed))).toBe('Invalid email address')
  expect(emailField('Must be a valid email address').safeParse(typed).error?.issues).toMatchObject([
    { message: 'Must be a valid email address' },
  ])
})

test.each(['josé@mail.test', 'анна@пример.рф', '用户@例え.テスト', 'ａnn@mail.test'])(
  '%j says what is wrong before the @',
  (typed) => expect(emailProblem(asciiEmail(typed))).toBe('Use only letters without accents before the @'),
)

test.each(['@', 'é', 'é@'])('%j repeated to the longest possible request is refused at once', (one) =>
  expect(emailProblem(asciiEmail(one.repeat(200_000)))).toBe('Invalid email address'),
)

/** Unicode’s Default_Ignorable_Code_Point (unicode.org/Public/UNIDATA/DerivedCoreProperties.txt), and characters that fonts draw blank. */
const invisible = {
  'zero width space': '\u200b',
  'word joiner': '\u2060',
  'no-break space': '\u00a0',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  'mark of direction': '\u200f',
  'Hangul filler': '\u3164',
  'halfwidth Hangul filler': '\uffa0',
  'Braille blank': '\u2800',
  'Mongolian vowel separator': '\u180e',
  'Khmer vowel': '\u17b4',
  'variation selector': '\ufe0f',
  tag: '\u{e0061}',
  'combining mark': '\u0301',
  'object replacement': '\ufffc',
  'blank hieroglyph': '\u{13441}\u{13442}',
  several: ' \u200b\u3164\u2800 \u200d ',
}

test.each(Object.entries(invisible))('only a %s is an empty line', (_, text) =>
  expect(oneLine(text)).toBe(''),
)

test.each(['Ann', '王', 'נועה', '🎉', '👩‍🎨', '7', '…', '-', 'é', 'م', '🇺🇸', 'e\u0301'])(
  '%j is a visible line',
  (text) => expect(oneLine(text)).toBe(text),
)

const fields: Record<string, z.ZodType> = {
  'a guest': bookSlotInput.shape.attendeeName,
  'a guest that staff add': addBookingInput.shape.attendeeName,
  'a guest who waits': joinWaitlistInput.shape.attendeeName,
  'a user': registerInput.shape.name,
  'a user in their profile': profileInput.shape.name,
  'an invited user': inviteInput.shape.name,
  'a username': registerInput.shape.username,
  'an event': eventInput.in.shape.name,
  'a host': eventInput.in.shape.hostName,
  'a tour': renameTourInput.shape.name,
  'a company': companyInput.shape.companyName,
  'a customer’s first name': customerInput.shape.firstName,
  'a customer’s last name': customerInput.shape.lastName,
  'a street': addressParts.shape.street,
  'a city': addressParts.shape.city,
  'an order’s customer': orderInput.shape.customerName,
  'a filter': savedFilterInput.shape.name,
  'a product': productInput.shape.name,
  'a discount code': discountInput.shape.code,
  'a customization': customizationInput.shape.name,
  'an option': optionInput.shape.name,
  'a template': templateInput.shape.templateName,
  'a field': templateField.shape.label,
  'an imported guest': importFiles.bookings.row.shape.name,
  'an imported order': importFiles.orders.row.shape.customer,
}

test.each(Object.entries(fields))('the name of %s needs a visible character', (_, field) => {
  const refused = Object.values(invisible).filter((text) => !field.safeParse(text).success)
  expect(refused).toEqual(Object.values(invisible))
})
