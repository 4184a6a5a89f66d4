/** The set with this one in it where it was not, and without it where it was. */
export function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])
}
