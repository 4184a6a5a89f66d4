/** What an answer must hold, by the names of JavaScript's types: a list by its one item, an object by what is shown of it. */
export type ShapeOf<T> = T extends string
  ? 'string'
  : T extends number
    ? 'number'
    : T extends boolean
      ? 'boolean'
      : T extends readonly (infer Item)[]
        ? [ShapeOf<Item>]
        : { [Name in keyof T]?: ShapeOf<T[Name]> }

/** Whether a value is of this shape; what the shape does not name may be anything. Stands in for zod, which weighs too much here. */
export function fits<T>(value: unknown, shape: ShapeOf<T>): value is T {
  if (typeof shape === 'string') return typeof value === shape
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]))
  if (typeof value !== 'object' || value === null) return false
  const parts: Record<string, unknown> = { ...value }
  return Object.entries(shape as object).every(([name, part]) => fits(parts[name], part))
}
