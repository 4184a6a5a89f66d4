import { addDays, fromMinutes, isDate, isTime, MONTHS } from '@trunkshow/contract/dates.ts'

/** The date (`yyyy-MM-dd`) and the time (`HH:mm`) that a cell has; null where it has none. */
interface When {
  date: string | null
  time: string | null
}

/** Longer cells are neither. */
const MAX_LENGTH = 100

const timeAtEnd =
  /(?:^|[\sT,])(\d{1,2})(?::(\d\d)(?::\d\d(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?|\s*([ap])\.?m\.?)$/i

function readTime([, hours = '', minutes = '0', before, alone]: RegExpExecArray): string | null {
  const half = (before ?? alone)?.toLowerCase()
  const hour = Number(hours)
  if (half && (hour < 1 || hour > 12)) return null
  const total = (half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour) * 60 + Number(minutes)
  const time = Number(minutes) < 60 ? fromMinutes(total) : ''
  return isTime(time) ? time : null
}

/** Of digits alone, the month is first, as in the US. */
const dateForms = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  /^(?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<year>\d{4}|\d\d)$/,
  /^(?:[a-z]+\.?,?\s+)?(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/i,
  /^(?:[a-z]+\.?,?\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?<month>[a-z]{3,9})\.?,?\s+(?<year>\d{4})$/i,
]

const monthOf = (word: string) =>
  1 + MONTHS.findIndex((month) => month.toLowerCase().startsWith(word.toLowerCase()))

function readDate(text: string): string | null {
  const found = dateForms.map((form) => form.exec(text)?.groups).find(Boolean)
  if (!found) return null
  const { year = '', month = '', day = '' } = found
  const twoDigits = (part: string | number) => String(part).padStart(2, '0')
  const inDigits = /^\d/.test(month) ? month : monthOf(month)
  const date = `${year.padStart(4, '20')}-${twoDigits(inDigits)}-${twoDigits(day)}`
  return isDate(date) ? date : null
}

/** What is before the time at the end of a text. */
const dayIn = (text: string) => text.slice(0, timeAtEnd.exec(text)?.index).replace(/(,|\sat)?$/i, '')

/** Reads a date, a time, or both; null for any other text, such as one with a time zone. */
function readWhen(cell: string): When | null {
  const text = cell.trim()
  if (text.length > MAX_LENGTH) return null
  if (!text) return { date: null, time: null }
  const found = timeAtEnd.exec(text)
  if (!found) {
    const date = readDate(text)
    return date ? { date, time: null } : null
  }
  const before = dayIn(text)
  const [date, time] = [before ? readDate(before) : null, readTime(found)]
  return time && (date || !before) ? { date, time } : null
}

/**
 * The start of an appointment as `yyyy-MM-dd HH:mm`, from one cell or from a date and a time: `2026-11-02 10:00 am`,
 * `November 2, 2026 10:00 am`, `11/2/2026` and `10:00`. Returns the text as it is if it is neither.
 */
export function readStart(dateCell = '', startCell = ''): string {
  const [day, start] = [readWhen(dateCell), readWhen(startCell)]
  // A workbook's time of day comes with the first day that its format knows.
  const ownDate = start?.date && start.date > '1901' ? start.date : null
  const [date, time] = [ownDate ?? day?.date, start?.time ?? (startCell.trim() ? null : day?.time)]
  return date && time ? `${date} ${time}` : `${dateCell} ${startCell}`.trim()
}

const offsetAtEnd = /^(.*:\d\d(?:\.\d+)?)\s*(?:Z|UTC|([+-]\d\d):?(\d\d)?)$/i

function findMoment(cell: string): string | null {
  const [, local = cell, hours = '+00', minutes = '00'] = offsetAtEnd.exec(cell.trim()) ?? []
  const { date, time } = readWhen(local) ?? {}
  // Where it is tomorrow already, as the day is read in any zone.
  const lastDate = addDays(new Date().toISOString().slice(0, 10), 1)
  if (!date || date > lastDate) return null
  if (local === cell) return `${date} ${time ?? '12:00'}`
  const moment = new Date(`${date}T${time}:00${hours}:${minutes}`)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/**
 * When something happened, from one cell: in ISO 8601 if the cell has an offset, as `2026-09-03 10:15:00 -0400`; else as
 * `yyyy-MM-dd HH:mm` in the company's zone. A day without a time is its noon. Returns the text as it is if it is neither, or in the future.
 */
export const readMoment = (cell = ''): string => findMoment(cell) ?? cell

const numericDay = /^\d{1,4}([-/.]\d{1,4}){1,2}$/

/** A day without the midnight that spreadsheets add, as `5/1/1990 0:00` for a birthday. Other text is unchanged. */
export function withoutMidnight(cell: string): string {
  const [, local = cell] = offsetAtEnd.exec(cell.trim()) ?? []
  const found = local.length <= MAX_LENGTH && timeAtEnd.exec(local.trim())
  if (!found || readTime(found) !== '00:00') return cell
  const day = dayIn(local.trim())
  return numericDay.test(day) || readDate(day) ? day : cell
}

/** Whether a cell means canceled, by its date or a word of Calendly, Acuity or ours; null if it is unclear. */
export function readCanceled(cell = ''): boolean | null {
  const text = cell.trim()
  if (/^(|no|n|false|0|none|n\/a|-)$/i.test(text)) return false
  return /^(true|yes|y|1|cancell?ed)$/i.test(text) || findMoment(text) !== null || null
}
