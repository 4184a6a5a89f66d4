/** More than any body of the contract needs. */
const MAX_LEVELS = 100

/**
 * Whether a JSON text has more lists and objects inside each other than a body may. Parsing any depth works, but what
 * calls itself at each level, as JSON.stringify does, fails at some thousands.
 */
export function nestsTooDeep(text: string): boolean {
  let level = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) at += char === '\\' ? 1 : 0
    else if (char === ']' || char === '}') level--
    else if ((char === '[' || char === '{') && ++level > MAX_LEVELS) return true
  }
  return false
}
