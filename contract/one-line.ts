/**
 * A text as it stands in one line: line breaks, tabs and other control characters become a blank; marks that turn the
 * reading direction of what follows go, and so do halves of characters, which cannot be stored. For names and titles,
 * which also stand in mail headers and calendars.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
