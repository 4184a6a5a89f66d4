/**
 * Makes a text safe for one line: line breaks, tabs and other control characters become a space; marks that change
 * the reading direction and unpaired surrogates, which can't be stored, are removed. A text that shows nothing is empty.
 * For names and titles, which also appear in email headers and calendars.
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
