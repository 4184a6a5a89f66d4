import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { DEFAULT_TIME_ZONE } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { coHostRights, mayDo, type Right } from '@trunkshow/contract/permissions.ts'
import type { Profile, SessionUser } from '@trunkshow/contract/session/schema.ts'
import { readZone, type Zone, zoneAbbreviation } from '@trunkshow/contract/zones.ts'
import { useSyncExternalStore } from 'react'
import { api, CallError, call } from '../api/client.ts'
import { fresh, liveQuery } from '../api/query-client.ts'
import { clearStoredUser, readStoredUser, storedUserKey, storeUser } from '../api/stored-user.ts'
import { hasUnsavedChanges } from '../ui/form/unsaved-changes.ts'

/** The logged-in user; with the company and its zone, unless it comes from the login or from storage. */
export type KnownUser = SessionUser & Partial<Pick<Profile, 'zone' | 'company'>>

/** The logged-in user; null if there is none. @param initialData who it is until the server answers, if known */
export function sessionQuery(initialData?: () => KnownUser | undefined) {
  return queryOptions({ queryKey: ['session'], queryFn: fetchSession, initialData })
}

/**
 * Fetches the user. If the session has ended, clears the stored user; after any other failure, returns it.
 *
 * @throws CallError, or Error 'Authentication Error: …', if no user is stored
 */
async function fetchSession(): Promise<KnownUser | null> {
  // A user who logged out stays logged out, even if the server doesn't know yet.
  if (isLogOutPending()) return null
  const before = readStoredUser()
  try {
    const user = await call(api.session.current)
    const now = readStoredUser()
    // Someone logged out or in since the call, here or in another tab: the answer is about who was logged in before.
    if (now?.id !== before?.id) return now ?? null
    storeUser(user)
    return user
  } catch (error) {
    if (error instanceof CallError && error.sessionEnded) {
      clearStoredUser()
      return null
    }
    const stored = readStoredUser()
    if (stored) return stored
    if (!(error instanceof CallError) || !error.status) throw error
    throw new Error(`Authentication Error: ${error.statusText || error.status}`)
  }
}

/** Whether anyone can register, assumed until the server responds, since it enforces the rule; and whether no one has yet. */
export function useRegistration() {
  const registration = useQuery({
    queryKey: ['registration'],
    queryFn: () => call(api.session.registration),
    staleTime: fresh.long,
  })
  return registration.data ?? { open: true, isFresh: false }
}

export function useUser(): KnownUser | null {
  return useQuery(sessionQuery()).data ?? null
}

/**
 * Whether the screen offers what needs this right. True without a known user, so an ended session never removes a
 * form with unsaved changes; the server enforces rights anyway.
 */
export function useMayDo(right: Right): boolean {
  const user = useUser()
  return !user || mayDo(user.role, right)
}

type Hosted = Pick<Event, 'coHosted'>

/**
 * Whether a user, or someone not known yet, has a right for one event: a co-host's rights don't depend on their role
 * (docs/product.md, Co-hosts).
 */
export function mayDoOnEvent(user: KnownUser | null, event: Hosted, right: Right): boolean {
  return event.coHosted ? coHostRights.includes(right) : !user || mayDo(user.role, right)
}

export const useMayDoOnEvent = (event: Hosted, right: Right): boolean => mayDoOnEvent(useUser(), event, right)

export function nameOf(user: SessionUser): string {
  return user.name || user.username
}

let fallback: Zone | undefined

/**
 * Returns the zone of the company's own records (docs/product.md, Dates and times); New York's while the server hasn't
 * said.
 */
export function useCompanyZone(): Zone {
  const known = useUser()?.zone
  if (known) return known
  fallback ??= readZone(DEFAULT_TIME_ZONE, '2020-01-01', '2040-01-01')
  return fallback
}

const americanZones: Record<string, string> = { E: 'Eastern', C: 'Central', M: 'Mountain', P: 'Pacific' }

/** Which times a list shows, in a sentence: `All times are Eastern.`, `All times are GMT+9.` */
export function timesSentence(zone: Zone, now: Date): string {
  const short = zoneAbbreviation(now, zone)
  const [, american = ''] = /^(.)[SD]T$/.exec(short) ?? []
  return `All times are ${americanZones[american] ?? short}.`
}

/** Which emails are on hold and which failed; the company's emails, and event cards that count them, reload with it. */
export function mailStateQuery() {
  return liveQuery({
    queryKey: ['mail-state'],
    fetchVersion: () => call(api.session.mailState),
    reload: (client) =>
      Promise.all(['emails', 'fill'].map((list) => client.invalidateQueries({ queryKey: [list] }))),
  })
}

/** The logged-in user, with what only Settings shows. */
export function profileQuery() {
  return queryOptions({ queryKey: ['profile'], queryFn: () => call(api.session.current) })
}

/** The user's logged-in browsers, most recently seen first. */
export function sessionsQuery() {
  return queryOptions({ queryKey: ['sessions'], queryFn: () => call(api.session.sessions), staleTime: 0 })
}

export function cacheProfile(profile: Profile, client: QueryClient) {
  storeUser(profile)
  client.setQueryData(sessionQuery().queryKey, profile)
  client.setQueryData(profileQuery().queryKey, profile)
}

/** localStorage key set while a log-out hasn't reached the server, where the session is still valid. */
const pendingKey = 'trunkshow-log-out-pending'
const SHORTEST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 60_000

let underWay: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let waitMs = SHORTEST_WAIT_MS

export function isLogOutPending(): boolean {
  return localStorage.getItem(pendingKey) !== null
}

function setPending(pending: boolean) {
  if (pending) localStorage.setItem(pendingKey, 'yes')
  else localStorage.removeItem(pendingKey)
  dispatchEvent(new StorageEvent('storage', { key: pendingKey })) // which other tabs get by themselves
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
  retry()
}

function subscribe(listener: () => void) {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

export function useLogOutPending(): boolean {
  return useSyncExternalStore(subscribe, isLogOutPending)
}

interface Router {
  invalidate: () => Promise<void>
}

/**
 * Refetches the session after it has ended; the routes then redirect to /auth and back. A form with unsaved changes
 * stays: submitting it shows that the session has ended, and it can be submitted again after a new login.
 */
export async function recheckSession(queryClient: QueryClient, router: Router) {
  if (!queryClient.getQueryData(sessionQuery().queryKey) || hasUnsavedChanges()) return
  await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
  await router.invalidate()
}

/**
 * Follows a login or log-out in another tab, so no tab shows another user's data. A form waiting for a new login
 * stays until a different user logs in.
 */
export function watchOtherTabs(queryClient: QueryClient, router: Router) {
  addEventListener('storage', async ({ key, newValue }) => {
    if (key !== storedUserKey) return
    const user = JSON.parse(newValue ?? 'null')?.id ?? null
    const shown = queryClient.getQueryData(sessionQuery().queryKey)?.id ?? null
    if (user === shown || (user === null && isFormWaiting(queryClient))) return
    await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
    await router.invalidate()
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  })
}

/** Whether the last submitted form was rejected because its session had ended; it stays, to be submitted again. */
function isFormWaiting(queryClient: QueryClient): boolean {
  const sent = queryClient.getMutationCache().getAll()
  const error = sent.findLast(({ meta }) => meta?.keepsForm)?.state.error
  return error instanceof CallError && error.sessionEnded
}
