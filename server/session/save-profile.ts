import type { Profile, ProfileInput } from '@trunkshow/contract/session/schema.ts'
import { eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { users } from '../platform/db/schema/company.ts'
import { getProfile } from './queries.ts'

/** Changes the caller's own name and phone. */
export async function saveProfile(ctx: StaffContext, input: ProfileInput): Promise<Profile> {
  await ctx.db
    .update(users)
    .set({ ...input, updatedAt: sql`now()` })
    .where(eq(users.id, ctx.actor.userId))
  return getProfile(ctx)
}
