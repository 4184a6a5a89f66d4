import type { Role } from '@trunkshow/contract/permissions.ts'
import type { Disk } from 'flydrive'
import type { Config } from './config.ts'
import type { Database } from './platform/db/transaction.ts'

/** The caller, read at every request, so that a changed role applies at once (docs/product.md, What a role may do). */
export interface Actor {
  userId: number
  companyId: number
  role: Role
  name: string
  username: string
  email: string
  /** Events of other companies that this user co-hosts (docs/product.md, Co-hosts). */
  coHostOf: readonly number[]
}

/** The caller as colleagues read it. */
export const nameOf = ({ name, username }: Actor) => name || username

/** Everything a verb may use. `db` is the pool or, inside `inTransaction`, that transaction. */
export interface Context {
  config: Config
  db: Database
  /** Uploaded files. */
  files: Disk
  actor: Actor | null
  /** The caller's IP address, as the nearest trusted proxy saw it. */
  address: string
  /** Private events this guest may see, in the form of `grantOf`: opened by their slug, or granted by a form. */
  grants: readonly string[]
  /** Notifies the email worker of new outbox rows. Call it after the change is committed. */
  wakeEmailWorker: () => void
  /** Notifies another job's worker of new work. Call it after the change is committed. */
  wake: (job: 'import' | 'shopify') => void
}

/** The context needed to reach one company's rows, also without a caller in a worker. */
export interface TenantContext {
  db: Database
  actor: Pick<Actor, 'companyId'>
}

/** The context of every endpoint that requires a login. */
export interface StaffContext extends Context {
  actor: Actor
}

/** The context needed to act for a caller on rows alone, also in a process without the rest of the app. */
export type CallerContext = Pick<StaffContext, 'db' | 'actor'>
