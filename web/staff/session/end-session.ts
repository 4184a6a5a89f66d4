import { api } from '@trunkshow/contract/api.ts'
import { useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'
import { clearStoredUser } from '../api/stored-user.ts'

/** localStorage key set while a log-out hasn't reached the server, where the session is still valid. */
const key = 'trunkshow-log-out-pending'
const SHORTEST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 60_000

const listeners = new Set<() => void>()
let underWay: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let waitMs = SHORTEST_WAIT_MS

export function isLogOutPending(): boolean {
  return localStorage.getItem(key) !== null
}

function setPending(pending: boolean) {
  if (pending) localStorage.setItem(key, 'yes')
  else localStorage.removeItem(key)
  for (const listener of listeners) listener()
}

/** Ends the session in this browser, so that no answer on its way stores anything; `endSession` tells the server. */
export function beginLogOut() {
  setPending(true) // first: another tab that sees the user go asks whether the session goes on
  clearStoredUser()
}

/**
 * Ends the session in this browser at once, and on the server with retries until it responds.
 *
 * @throws CallError if the server can't be reached now
 */
export function endSession(): Promise<void> {
  beginLogOut()
  underWay ??= logOutOnServer().finally(() => {
    underWay = undefined
  })
  return underWay
}

async function logOutOnServer() {
  clearTimeout(timer)
  try {
    await call(api.session.logout)
    forgetLogOut()
  } catch (error) {
    timer = setTimeout(retry, waitMs)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    throw error
  }
}

/** Retries a pending log-out, unless a user has logged in since, for example in another tab. */
function retry() {
  if (isLogOutPending()) void endSession().catch(() => {})
}

/** Clears the pending log-out: the session has ended or a new one replaced it. */
export function forgetLogOut() {
  clearTimeout(timer)
  waitMs = SHORTEST_WAIT_MS
  setPending(false)
}

/** Resumes a log-out that a previous page couldn't finish, and retries when the network is back. */
export function resumeLogOut() {
  addEventListener('online', retry)
  addEventListener('storage', (event) => {
    if (event.key === key) for (const listener of listeners) listener()
  })
  retry()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLogOutPending(): boolean {
  return useSyncExternalStore(subscribe, isLogOutPending)
}
