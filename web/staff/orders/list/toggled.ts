/** Returns the set with the item added, or removed if it was in it. */
export function toggled<Item>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  return items.has(item) ? new Set([...items].filter((other) => other !== item)) : new Set([...items, item])
}
