/** Who is looked for in texts, in each of the forms that was stored. */
export interface Traces {
  emails: Iterable<string>
  phones: Iterable<string>
  names: Iterable<string>
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** An email that stands by itself: not that of `maryann@…` in which `ann@…` ends. */
const ofEmail = (email: string) => `(?<![[:alnum:]._%+-])${escaped(email)}(?![[:alnum:]-]|\\.[[:alnum:]])`

/** A telephone number however it is written: by its last ten digits; fewer than seven are none. */
function ofPhone(phone: string): string[] {
  const digits = phone.replace(/\D/g, '').slice(-10)
  if (digits.length < 7) return []
  return [`(?<!\\d)(?:\\+?1[\\s().-]{0,3})?${[...digits].join('[\\s()./-]{0,3}')}(?!\\d)`]
}

/**
 * A name of two words or more, in their order or with the last one first, as lists and files write it. A single word is
 * not looked for: it would be found in texts about others.
 */
function ofName(name: string): string[] {
  const words = name.split(/\s+/).filter(Boolean).map(escaped)
  const last = words.at(-1)
  if (!last || words.length < 2) return []
  const between = `[\\s,;|_-]{1,4}`
  const either = [words, [last, ...words.slice(0, -1)]].map((order) => order.join(between)).join('|')
  return [`(?<![[:alnum:]])(?:${either})(?![[:alnum:]])`]
}

/** A regular expression of PostgreSQL, to be used without regard to case; null where there is nothing to look for. */
export function writePattern({ emails, phones, names }: Traces): string | null {
  const parts = [
    ...Array.from(emails, ofEmail),
    ...Array.from(phones).flatMap(ofPhone),
    ...Array.from(names).flatMap(ofName),
  ]
  return parts.length > 0 ? parts.join('|') : null
}
