import { forbidden } from '@trunkshow/contract/errors.ts'
import { mayDo, type Right } from '@trunkshow/contract/permissions.ts'
import { and, eq } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { users } from '../../db/schema/company.ts'

/**
 * Makes sure that the caller may still hand out access, until the transaction ends: their role may have changed since
 * the request began, and what they hand out after that would stay.
 *
 * @throws AppError forbidden
 */
export async function assertStillMay({ db, actor }: StaffContext, right: Right) {
  const [caller] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, actor.userId), eq(users.companyId, actor.companyId), users.isActive))
    .for('share')
  if (!caller || !mayDo(caller.role, right)) throw forbidden()
}
