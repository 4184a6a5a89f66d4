import type { Customer, CustomerInput } from '@trunkshow/contract/customers/schema.ts'
import type { WhichPerson } from '@trunkshow/contract/customers/screens.ts'
import { eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { customers } from '../platform/db/schema/customers.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { getPerson } from './get-person.ts'
import { createCustomer, lockCustomerEmail } from './save-customer.ts'

/**
 * Makes a guest a customer, or returns the active one they are by now. Another email than the guest's is their first, and
 * the guest's stays an additional one; a booking without an email gets it.
 *
 * @throws AppError not_found
 */
export async function addGuest(ctx: StaffContext, who: WhichPerson, input: CustomerInput): Promise<Customer> {
  return inTransaction(ctx, async (ctx) => {
    const { emails } = await getPerson(ctx, who)
    const email = emails[0]?.toLowerCase() ?? input.email.toLowerCase()
    await lockCustomerEmail(ctx, email)
    const { customer: known } = await getPerson(ctx, who)
    if (known && !known.isArchived) return known
    const created = await createCustomer(ctx, input)
    await ctx.db.execute(sql`
      UPDATE bookings SET attendee_email = ${input.email}, updated_at = now()
      WHERE id = ${who.bookingId ?? null}::int AND company_id = ${ctx.actor.companyId} AND attendee_email IS NULL`)
    if (email === input.email.toLowerCase()) return created
    await ctx.db
      .update(customers)
      .set({ alsoEmails: [email] })
      .where(eq(customers.id, created.id))
    return { ...created, alsoEmails: [email] }
  })
}
