/** A row of a table, a text for each column; the last column is aligned to the right. */
export interface PaperRow {
  cells: string[]
  look?: 'soft' | 'strong'
}

/** What a PDF says, from top to bottom; its look and its pages are the writer's (decision 089). */
export interface Paper {
  /** Such as `Statement`, and the lines below it. */
  title: string
  about: string[]
  company: {
    name: string
    /** Its address and phone. */
    lines: string[]
    /** A WebP, turned over if its ink is light. */
    logo?: { webp: Uint8Array; isLight: boolean }
  } | null
  /** A sentence in large type. */
  headline?: string
  /** Titles with their lines, side by side. */
  facts: { title: string; lines: string[] }[]
  /** The widths of the columns as parts of all; a narrow table stands at the right. */
  tables: { title?: string; widths: number[]; isNarrow?: true; rows: PaperRow[] }[]
}
