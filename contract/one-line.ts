/**
 * Makes a text safe for one line: line breaks, tabs and other control characters become a space; marks that change
 * the reading direction and unpaired surrogates, which can't be stored, are removed. For names and titles, which also
 * appear in email headers and calendars.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
