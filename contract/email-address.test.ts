import { expect, test } from 'vitest'
import { asciiEmail, emailProblem } from './email-address.ts'
import { emailField } from './endpoint.ts'

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
])('%j is none', (typed) => {
  expect(emailProblem(asciiEmail(typed))).toBe('Invalid email address')
  expect(emailField('Must be a valid email address').safeParse(typed).error?.issues).toMatchObject([
    { message: 'Must be a valid email address' },
  ])
})

test.each(['josé@mail.test', 'анна@пример.рф', '用户@例え.テスト', 'ａnn@mail.test'])(
  '%j says what is wrong before the @',
  (typed) => expect(emailProblem(asciiEmail(typed))).toBe('Use only letters without accents before the @'),
)
