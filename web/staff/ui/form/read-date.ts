import { addDays, formatDate, formatDay, isDate } from '@trunkshow/contract/dates.ts'

/**
 * Parses a date (`yyyy-MM-dd`) as people in the US type it: `12/5`, `12/5/26`, `Dec 5`, `5 December 2026`, `Sat, Dec
 * 5`, `2026-12-05`, `today`, `tomorrow`, `friday`, `next friday`. Without a year, it is the next such day, including
 * today; `next` excludes today.
 *
 * @param today `yyyy-MM-dd`
 * @returns null if it isn't a date
 */
export function readDate(typed: string, today: string): string | null {
  const text = typed
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .trim()
  if (text === 'today') return today
  if (text === 'tomorrow') return addDays(today, 1)
  const [, next, weekday] = /^(next )?(?:this )?([a-z]{3,})\.?$/.exec(text) ?? []
  if (weekday) return weekdayAfter(addDays(today, next ? 1 : 0), weekday) ?? null

  const [first = '', ...rest] = text.split(' ')
  const named = weekdayAfter(today, first.replace('.', '')) && rest.length > 0
  const date = readDay(named ? rest.join(' ') : text, today)
  return date && (!named || isWeekday(date, first.replace('.', ''))) ? date : null
}

const isWeekday = (date: string, name: string) =>
  /^[a-z]{3,}$/.test(name) && formatDay(date).split(',')[0]!.toLowerCase().startsWith(name)

/** The first day from `from` on whose weekday starts with this text. */
function weekdayAfter(from: string, name: string): string | undefined {
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(from, days)).find((date) => isWeekday(date, name))
}

/** A day of a month, with or without a year. */
function readDay(text: string, today: string): string | null {
  const year = String.raw`(\d{4}|'?\d{2})`
  const forms = [
    String.raw`^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$`,
    String.raw`^(?<month>\d{1,2}) ?[-/.] ?(?<day>\d{1,2})(?: ?[-/.] ?(?<year>${year}))?$`,
    String.raw`^(?<month>[a-z]{3,})\.? ?(?<day>\d{1,2})(?: (?<year>${year}))?$`,
    String.raw`^(?<day>\d{1,2})[ -]?(?:of )?(?<month>[a-z]{3,})\.?(?:[ -](?<year>${year}))?$`,
  ]
  for (const form of forms) {
    const parts = new RegExp(form).exec(text)?.groups
    if (parts) return dateOf(monthOf(parts.month!), parts.day!, parts.year, today)
  }
  return null
}

/** `5`, `05`, `may` → `05`; empty for none. */
function monthOf(text: string): string {
  if (/^\d/.test(text)) return text.padStart(2, '0')
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
  return months.find((month) => formatDate(`2000-${month}-01`).toLowerCase().startsWith(text)) ?? ''
}

/** The longest gap between leap years, around a century year without February 29. */
const YEARS_TO_LEAP_DAY = 8

function dateOf(month: string, day: string, year: string | undefined, today: string): string | null {
  const thisYear = Number(today.slice(0, 4))
  const digits = year?.replace("'", '')
  const years = digits
    ? [digits.length === 2 ? `20${digits}` : digits]
    : Array.from({ length: YEARS_TO_LEAP_DAY + 1 }, (_, index) => String(thisYear + index))
  const dates = years.map((year) => `${year}-${month}-${day.padStart(2, '0')}`)
  return dates.find((date) => isDate(date) && (year || date >= today)) ?? null
}
