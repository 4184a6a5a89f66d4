/** The most tags of a customer, and the most characters of one. */
export const tagLimits = { tags: 20, characters: 40 } as const

/** The tags in a text that commas, semicolons or new lines separate; one that repeats in any case counts once. */
export function tagsIn(text: string): string[] {
  const tags = text.split(/[,;\n]/).map((tag) => tag.trim().replace(/\s+/g, ' '))
  const known = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]))
  return tags.filter((tag) => tag && known.get(tag.toLowerCase()) === tag && known.delete(tag.toLowerCase()))
}

/** The tags in a text as they are stored: `VIP, Bride 2027`. */
export const joinTags = (text: string): string => tagsIn(text).join(', ')

/** Whether there are too many tags, or a too long one. */
export function areTagsTooLong(tags: string): boolean {
  const list = tagsIn(tags)
  return list.length > tagLimits.tags || list.some((tag) => tag.length > tagLimits.characters)
}
