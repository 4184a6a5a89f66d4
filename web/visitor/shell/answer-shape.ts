/**
 * The parts of a response the pages use, as JavaScript type names: an array by its one item, an object by its fields.
 */
export type AnswerShape<T> = T extends string
  ? 'string'
  : T extends number
    ? 'number'
    : T extends boolean
      ? 'boolean'
      : T extends readonly (infer Item)[]
        ? [AnswerShape<Item>]
        : { [Name in keyof T]?: AnswerShape<T[Name]> }

/**
 * Whether a value has this shape; other fields can be anything. Used instead of zod, which is too large for these
 * pages.
 */
export function fits<T>(value: unknown, shape: AnswerShape<T>): value is T {
  if (typeof shape === 'string') return typeof value === shape
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]))
  if (typeof value !== 'object' || value === null) return false
  const parts: Record<string, unknown> = { ...value }
  return Object.entries(shape as object).every(([name, part]) => fits(parts[name], part))
}
