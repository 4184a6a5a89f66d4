/** Maximum lengths of a person's name, email and phone, in characters, in every form. */
export const personLimits = { name: 100, email: 320, phone: 50 } as const

/** Messages about them, in every form. */
export const personMessages = {
  nameRequired: 'Name is required',
  nameHasLink: 'Enter a name without a web address',
  nameTooLong: `Name must be ${personLimits.name} characters or less`,
  emailInvalid: 'Invalid email address',
  emailRequired: 'Enter your email.',
  emailUnplain: 'Use only letters without accents before the @',
  phoneRequired: 'Phone number is required',
  phoneTooLong: `Phone must be ${personLimits.phone} characters or less`,
} as const

/**
 * The HTML Standard's valid email address (html.spec.whatwg.org/multipage/input.html#valid-e-mail-address), with a dot in
 * its domain: mail is only sent to full domains (RFC 5321, section 2.3.5), and `ann@gmail` is a typo.
 */
const valid =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i
/** Characters without a shape, which come along when an address is copied from a contact or a chat. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** An address whose domain is outside ASCII and could be a URL's host. To the flag `i`, `ſ` would be an ASCII letter. */
const international = /^(.*@)((?=.*[^\0-\x7f])[A-Za-z\d.\-\u0080-\u{10ffff}]+)$/u

/**
 * The form in which an email is stored and compared: trimmed, with an international domain in ASCII, `ann@xn--…`, as in
 * the email itself (UTS 46; docs/product.md, Email addresses). Other texts stay as they are.
 */
export function asciiEmail(typed: string): string {
  const email = typed.replace(invisible, '').trim()
  // The patterns for emails take the square of the time for longer texts.
  if (email.length > personLimits.email) return email
  const [, name, domain] = international.exec(email) ?? []
  if (!domain) return email
  try {
    return name + new URL(`http://${domain}`).hostname
  } catch {
    return email
  }
}

/**
 * What is wrong with an email that {@link asciiEmail} returned; null if nothing is.
 *
 * @param invalid the message for anything that is no email
 */
export function emailProblem(email: string, invalid: string = personMessages.emailInvalid): string | null {
  if (email.length > personLimits.email) return invalid
  if (valid.test(email)) return null
  return /^[^@]*[^\0-\x7f][^@]*@[^@]+\./.test(email) ? personMessages.emailUnplain : invalid
}

/**
 * Makes a text safe for one line, as in email headers and calendars: control characters become a space; marks that
 * change the reading direction, and unpaired surrogates, which can't be stored, are removed. One that shows nothing is empty.
 */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return shown.test(line) ? line : ''
}

/** A character with a shape of its own. Spaces and fillers that Unicode counts as letters or symbols have none. */
const shown =
  /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/u
