/**
 * A text as it stands in one line: line breaks, tabs and other control characters become a blank, and marks
 * that turn the reading direction of what follows go. For names and titles, which also stand in mail headers
 * and calendars.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
