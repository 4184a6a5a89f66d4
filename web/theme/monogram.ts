/** The host's initials, at most two, shown when no logo was uploaded. */
export function monogram(hostName: string): string {
  const words = hostName.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const letters = words.map((word) => [...word][0]!.toUpperCase())
  return letters.length > 1 ? letters[0]! + letters.at(-1)! : (letters[0] ?? '')
}
