import { emailProblem } from '@trunkshow/contract/person.ts'

/** `Hi Grace Okafor`: the whole name, since its first word may be a title, a last name, or half of a first name. */
export const greet = (name: string): string => `Hi ${withoutLinks(name).replace(/[\s,;:]+$/, '')}`

/** Shows nothing, and ends what mail programs and calendars take for a web address. */
const END = '\u200c'

/** An email that is nothing else: `evil.example/@me.example` is one too, and programs make a link of its beginning. */
const isPlainEmail = (word: string) => emailProblem(word) === null && !/[/?#].*@/.test(word)

/**
 * Returns a text that someone else typed so that no program makes a link of it (docs/security.md). Besides the full stop,
 * those of other scripts part the words of a domain (UTS 46, section 2.3).
 */
export const withoutLinks = (text: string): string =>
  text.replace(/[^\s<>()]+/g, (word) =>
    isPlainEmail(word) ? word : word.replace(/:(?=\/\/)|[.。．｡](?=\p{L}|\d+[.。．｡]\d)/gu, `$&${END}`),
  )

/** Returns rendered HTML with {@link withoutLinks} for all its texts but styles. React escapes > in attributes. */
export const withoutTypedLinks = (html: string): string =>
  html.replace(/(?<!<style)>[^<]+/g, (text) => `>${withoutLinks(text.slice(1))}`)

/** `Your Shop <shop@example.com>` → `shop@example.com`. */
export function addressOf(mailbox: string): string {
  return /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox
}
