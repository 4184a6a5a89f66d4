/** Texts of CSV imports. */
export const importMessages = {
  empty: 'This file has no rows.',
  unreadable: 'This is not a CSV file that can be read.',
  strayQuote: (line: number) =>
    `Line ${line} has a quote (") that does not belong there or is not closed. Correct it, then choose the file again.`,
  tooLarge: 'A file can have at most 20 MB.',
  tooManyRows: 'A file can have at most 100,000 rows.',
  tooManyColumns: 'A file can have at most 200 columns.',
  columnsMissing: (columns: string) => `These columns are missing: ${columns}.`,
  yesOrNo: (column: string) => `${column} must be Yes or No`,
  notFound: 'Import not found.',
  started: 'This import was already started.',
} as const
