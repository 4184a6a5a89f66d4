import { formatDate } from '../dates.ts'
import { measurementMessages as text } from './messages.ts'

/** Inches are counted in eighths, centimeters in millimeters. */
export const measureUnits = ['inch', 'cm'] as const
export type MeasureUnit = (typeof measureUnits)[number]

const units = {
  inch: { name: 'in', parts: 8, most: 200 * 8, invalid: text.inchInvalid, tooLarge: text.inchTooLarge },
  cm: { name: 'cm', parts: 10, most: 5000, invalid: text.cmInvalid, tooLarge: text.cmTooLarge },
} as const

const fractions = { '¼': '1/4', '½': '1/2', '¾': '3/4', '⅛': '1/8', '⅜': '3/8', '⅝': '5/8', '⅞': '7/8' }

/**
 * Reads a measurement as it is typed: `34 1/8`, `34-1/8`, `34⅛`, `34.125`, `34 3/8"`, `86.5 cm`.
 *
 * @returns whole eighths of an inch or millimeters, or a sentence that says what to enter
 */
export function readMeasure(typed: string, unit: MeasureUnit): number | string {
  const { parts, most, invalid, tooLarge } = units[unit]
  const plain = typed
    .replace(/[¼½¾⅛⅜⅝⅞]/g, (letter) => ` ${fractions[letter as keyof typeof fractions]}`)
    .replace(unit === 'inch' ? /\s*("|”|″|''|in\.?|inch(es)?)\s*$/i : /\s*cm\.?\s*$/i, '')
    .replace(/,(?=\d{1,3}$)/, '.')
    .trim()
  const found =
    unit === 'inch'
      ? /^(?:(\d{1,3}(?:\.\d*)?|\.\d+)|(?:(\d{1,3})(?:\s+|\s*-\s*))?(\d{1,3})\s*[/⁄]\s*(\d{1,2}))$/.exec(
          plain,
        )
      : /^(\d{1,3}(?:\.\d*)?|\.\d+)$/.exec(plain)
  if (!found) return invalid
  const [, decimal, whole = '0', over, under] = found
  if (under !== undefined && (Number(under) === 0 || (whole !== '0' && Number(over) >= Number(under))))
    return invalid
  const value =
    decimal === undefined ? (Number(whole) + Number(over) / Number(under)) * parts : Number(decimal) * parts
  // 86.7 times 10 is 867.0000000000001.
  const rounded = Math.round(value)
  if (Math.abs(value - rounded) > 1e-6) return invalid
  return rounded >= 1 && rounded <= most ? rounded : tooLarge
}

/** A measurement without its unit, as it can be typed again: 273 eighths → `34 1/8`, 865 millimeters → `86.5`. */
export function typedMeasure(value: number, unit: MeasureUnit): string {
  if (unit === 'cm') return String(value / 10)
  const [whole, rest] = [Math.floor(value / 8), value % 8]
  if (rest === 0) return String(whole)
  const shared = rest % 4 === 0 ? 4 : rest % 2 === 0 ? 2 : 1
  return `${whole || ''} ${rest / shared}/${8 / shared}`.trim()
}

/** A measurement as it is shown: `34 1/8 in`, `86.5 cm`. */
export const formatMeasure = (value: number, unit: MeasureUnit) =>
  `${typedMeasure(value, unit)} ${units[unit].name}`

/** How much a measurement changed: `+1/8 in`, `−2 in`; null if it is the same or wasn't measured before. */
export function formatChange(value: number, before: number | undefined, unit: MeasureUnit): string | null {
  if (before === undefined || before === value) return null
  return `${value > before ? '+' : '−'}${formatMeasure(Math.abs(value - before), unit)}`
}

/** Names of measurements from lines, as a set stores them: without empty lines. */
export const linesOf = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)

/** Whose measurements they are and of which set; a set that was deleted counts by its name. */
interface Series {
  setId: number | null
  setName: string
  wearer: string
  unit: MeasureUnit
}

/** Whether two are of the same set, in the same unit, and of the same wearer, ignoring case. */
export const isSameSeries = (one: Series, other: Series) =>
  (one.setId ?? one.setName) === (other.setId ?? other.setName) &&
  one.unit === other.unit &&
  one.wearer.toLowerCase() === other.wearer.toLowerCase()

/** @property measuredOn yyyy-MM-dd */
interface Measured extends Omit<Series, 'setId'> {
  measuredOn: string
  values: readonly { label: string; value: number }[]
}

/** A measuring as an order keeps it: its values, a line each, then `Gown for Maya, November 3, 2026`. */
export const measuringText = ({ values, unit, setName, wearer, measuredOn }: Measured) =>
  [
    ...values.map(({ label, value }) => `${label}: ${formatMeasure(value, unit)}`),
    `${setName}${wearer && ` for ${wearer}`}, ${formatDate(measuredOn)}`,
  ].join('\n')

/** The last line of `measuringText`: what was measured, of whom and when. */
export const measuringName = (text: string) => text.slice(text.lastIndexOf('\n') + 1)
