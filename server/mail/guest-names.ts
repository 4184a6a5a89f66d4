import { emailProblem } from '@trunkshow/contract/person.ts'

/** Words that a name can begin with and that no one is greeted by: titles, and the beginnings of last names. */
const notGiven = new Set(
  (
    'mr mrs ms miss mx dr prof sir dame lady lord rev fr sr sra srta herr frau mme mlle madame monsieur señor señora ' +
    'the van von vom zu zur de del della di da das do dos du la las le les lo los al el bin bint ibn ben abu ' +
    'ter ten den der op st san santa mac mc'
  ).split(' '),
)

/**
 * `Hi Grace` for a name of a first and a last word. Any other is greeted whole, since its first word may be a title, a
 * last name, or half of a first name: `Hi Mrs Smith`, `Hi van der Berg, Anna`, `Hi 王小明`.
 */
export function greet(name: string): string {
  const [, first] = /^(\p{Lu}[\p{L}\p{M}'’-]+) \p{Lu}[\p{L}\p{M}'’-]+$/u.exec(name) ?? []
  const isGiven = first && /^[\p{sc=Latin}\p{M}'’-]+$/u.test(first) && !notGiven.has(first.toLowerCase())
  return `Hi ${isGiven ? first : withoutLinks(name).replace(/[\s,;:]+$/, '')}`
}

/** Shows nothing, and ends what mail programs and calendars take for a web address. */
const END = '\u200c'

/** Returns a text that someone else typed so that no program makes a link of it (docs/security.md). */
export const withoutLinks = (text: string): string =>
  text.replace(/[^\s<>()]+/g, (word) =>
    emailProblem(word) === null
      ? word
      : word.replace(/:(?=\/\/)|(?<=[\p{L}\p{N}])\.(?=\p{L}|\d+\.\d)/gu, `$&${END}`),
  )

/** Returns rendered HTML with {@link withoutLinks} for all its texts. React escapes > in attributes. */
export const withoutTypedLinks = (html: string): string =>
  html.replace(/>[^<]+/g, (text) => `>${withoutLinks(text.slice(1))}`)
