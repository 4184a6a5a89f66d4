import type { SessionUser } from '@trunkshow/contract/session/schema.ts'

/** A record that was opened from the search: what it is, its name, and its URL. */
export interface Recent {
  kind: string
  label: string
  hint: string
  href: string
}

/** localStorage key of the records this browser's user opened last; removed with the stored user. */
export const recentKey = 'trunkshow-recent'
const MAX_RECENT = 6

/** What this user opened last, latest first. */
export function readRecent(user: Pick<SessionUser, 'id'>): Recent[] {
  try {
    const kept = JSON.parse(localStorage.getItem(recentKey)!)
    return kept.userId === user.id ? kept.items : []
  } catch {
    return []
  }
}

export function keepRecent(user: Pick<SessionUser, 'id'>, item: Recent) {
  const others = readRecent(user).filter(({ href }) => href !== item.href)
  const items = [item, ...others].slice(0, MAX_RECENT)
  localStorage.setItem(recentKey, JSON.stringify({ userId: user.id, items }))
}
