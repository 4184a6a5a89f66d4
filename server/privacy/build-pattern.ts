import { domainToUnicode } from 'node:url'

/** What to search for, in every stored form. */
export interface SearchTerms {
  emails: Iterable<string>
  phones: Iterable<string>
  names: Iterable<string>
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The email, and with its international domain as people write it. */
function spellings(email: string): string[] {
  const at = email.lastIndexOf('@') + 1
  return [...new Set([email, email.slice(0, at) + domainToUnicode(email.slice(at))])]
}

/** Matches the email on its own: not `ann@…` at the end of `maryann@…`. */
const emailPattern = (email: string) =>
  `(?<![[:alnum:]._%+-])${escaped(email)}(?![[:alnum:]-]|\\.[[:alnum:]])`

/** Matches a phone number in any format by its last ten digits; fewer than seven aren't a number. */
function phonePatterns(phone: string): string[] {
  const digits = phone.replace(/\D/g, '').slice(-10)
  if (digits.length < 7) return []
  return [`(?<!\\d)(?:\\+?1[\\s().-]{0,3})?${[...digits].join('[\\s()./-]{0,3}')}(?!\\d)`]
}

/**
 * Matches a name of two or more words, in order or with the last name first. Single words are skipped, since they would
 * match texts about other people.
 */
function namePatterns(name: string): string[] {
  const words = name.split(/\s+/).filter(Boolean).map(escaped)
  const last = words.at(-1)
  if (!last || words.length < 2) return []
  const between = `[\\s,;|_-]{1,4}`
  const either = [words, [last, ...words.slice(0, -1)]].map((order) => order.join(between)).join('|')
  return [`(?<![[:alnum:]])(?:${either})(?![[:alnum:]])`]
}

/** Returns a case-insensitive regular expression for PostgreSQL, or null if there is nothing to search for. */
export function buildPattern({ emails, phones, names }: SearchTerms): string | null {
  const parts = [
    ...Array.from(emails).flatMap(spellings).map(emailPattern),
    ...Array.from(phones).flatMap(phonePatterns),
    ...Array.from(names).flatMap(namePatterns),
  ]
  return parts.length > 0 ? parts.join('|') : null
}
