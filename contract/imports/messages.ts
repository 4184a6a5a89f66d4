/** Texts for CSV imports. */
export const importMessages = {
  empty: 'This file has no rows.',
  unreadable: 'We can’t read this file. Save it as a CSV file, then choose it again.',
  strayQuote: (line: number) =>
    `Line ${line} has a quotation mark (") that’s out of place or never closed. Fix it, then choose the file again.`,
  tooLarge: 'This file is too large. Files can be up to 20 MB.',
  tooManyRows: 'This file has more than 100,000 rows. Split it into smaller files.',
  tooManyColumns:
    'This file has more than 200 columns. Delete the ones you don’t need, then choose it again.',
  columnsMissing: (columns: string) =>
    `This file is missing these columns: ${columns}. Add them, then choose it again.`,
  yesOrNo: (column: string) => `${column} must be Yes or No`,
  notFound: 'Import not found.',
  started: 'This import has already started.',
} as const
