import { forbidden } from '@trunkshow/contract/errors.ts'
import { mayDo, type Right } from '@trunkshow/contract/permissions.ts'
import { and, eq } from 'drizzle-orm'
import type { StaffContext } from '../../../context.ts'
import { users } from '../../db/schema/company.ts'

/**
 * Checks the caller's right again and locks it until the transaction ends: their role may have changed since the
 * request began, and access they grant would outlast it.
 *
 * @throws AppError forbidden
 */
export async function assertStillAllowed({ db, actor }: StaffContext, right: Right) {
  const [caller] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, actor.userId), eq(users.companyId, actor.companyId), users.isActive))
    .for('share')
  if (!caller || !mayDo(caller.role, right)) throw forbidden()
}
