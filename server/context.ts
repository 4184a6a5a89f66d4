import type { Role } from '@trunkshow/contract/permissions.ts'
import type { Disk } from 'flydrive'
import type { Config } from './config.ts'
import type { Database } from './db/transaction.ts'

/**
 * Who is calling: read from the database at every request, so a changed role acts at once
 * (docs/product.md, What a role may do).
 */
export interface Actor {
  userId: number
  companyId: number
  role: Role
  name: string
  username: string
  email: string
  /** Events of other companies this user co-hosts (docs/product.md, Co-hosts). */
  coHostOf: readonly number[]
}

/**
 * What a verb may use, and all of it. `db` is the pool or, inside `inTransaction`, that transaction; there is
 * no global handle to reach past it.
 */
export interface Context {
  config: Config
  db: Database
  /** Uploaded files. */
  files: Disk
  actor: Actor | null
  /** The caller's network address, as the nearest trusted proxy saw it. */
  address: string
  /** Private events this guest may see, as `grantOf` writes them: opened by their slug, or granted by a form. */
  grants: readonly string[]
  /** Tells the mail worker that the outbox has something new. Call it after the change is committed. */
  wakeMail: () => void
  /** Tells the worker of another job that there is work, after the change is committed. */
  wake: (job: 'import' | 'shopify') => void
}

/** Enough to reach the rows of one company, also for a worker whom nobody calls. */
export interface TenantContext {
  db: Database
  actor: Pick<Actor, 'companyId'>
}

/** The context of every endpoint whose access needs a signed-in user. */
export interface StaffContext extends Context {
  actor: Actor
}
