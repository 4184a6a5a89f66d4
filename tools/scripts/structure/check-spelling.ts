import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where "cancelled" stays: names and values of stored data, calls and other systems, and texts that are quoted. */
const kept = [
  /['`,=]cancelled['`]|\bcancelled: ('bad'|'Cancelled'|\[\])/, // a status, and what is listed by status
  /\bcells\.cancelled\b|\bcancelled(?=: ({ label|'no'|z\.|(c|readC)anceled\b))/, // the field of imported orders
  /\b(booking|order)[._]cancelled(_notice)?\b|'cancelled order'/, // activities, email types, what an operation is about
  /\borders\/cancelled\b|\bcancelled(At|_at)\b|CANCELLED\b|\bCancelled at\b/, // Shopify and iCalendar
  /['`>]Cancelled['`<]|\bmarked Cancelled\b/, // the status on a badge, in a filter, and in a toast
  /\bBooking Cancelled( Successfully)?\b|\bhas been cancelled and the customer\b/,
]
const allKept = new RegExp(kept.map(({ source }) => source).join('|'), 'g')

/** All else is canceled, in US English, file names included (docs/differences.md, Pages and menus). */
export function checkSpelling(root: string, path: string): string[] {
  if (!/\.(ts|tsx|mjs|css|md)$/.test(path) || path === 'tools/scripts/structure/check-spelling.ts') return []
  const text = readFileSync(join(root, path), 'utf8').replace(allKept, ' ')
  const odd = /\w*cancell(ed|ing)\w*/i.exec(`${path} ${text}`)
  return odd ? [`${path} says ${odd[0]}: it is canceled, or canceling`] : []
}
