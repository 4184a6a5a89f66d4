import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database } from '../platform/db/transaction.ts'
import { removeUnreferenced } from '../platform/files/remove-unreferenced.ts'
import { guestPhotosLock } from './photos/guest-photos.ts'

async function findUnreferencedKeys(db: Database, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    SELECT f.key FROM unnest(${sql.param(keys)}::text[]) AS f (key)
    WHERE NOT EXISTS (SELECT FROM booking_photos AS p WHERE p.filename = split_part(f.key, '/', 2))`)
  return rows.map(({ key }) => key)
}

/** Deletes guests' photos without a row: those of erased bookings, and of bookings that failed. */
export function removeUnusedPhotos(ctx: Pick<Context, 'db' | 'files'>): Promise<void> {
  return removeUnreferenced(ctx, 'bookings', findUnreferencedKeys, guestPhotosLock)
}
