import type { Retention } from '@trunkshow/contract/privacy/schema.ts'
import { eq } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { companies } from '../platform/db/schema/company.ts'
import { inTransaction } from '../platform/db/transaction.ts'

const inWords = (months: number | null) =>
  months === null ? 'Never' : months === 1 ? '1 month after an event' : `${months} months after an event`

/** Returns after how many months guests of past events are erased; null means never. */
export async function getRetention({ db, actor }: StaffContext): Promise<Retention> {
  const [found] = await db
    .select({ months: companies.eraseGuestsAfterMonths })
    .from(companies)
    .where(eq(companies.id, actor.companyId))
  return found!
}

/** Changes the retention, which applies from the next night. */
export async function saveRetention(ctx: StaffContext, { months }: Retention): Promise<Retention> {
  return inTransaction(ctx, async (ctx) => {
    const { companyId } = ctx.actor
    const [before] = await ctx.db
      .select({ months: companies.eraseGuestsAfterMonths, name: companies.companyName })
      .from(companies)
      .where(eq(companies.id, companyId))
      .for('no key update')
    if (before!.months === months) return { months }
    await ctx.db.update(companies).set({ eraseGuestsAfterMonths: months }).where(eq(companies.id, companyId))
    await recordActivity(ctx, {
      companyId,
      activity: 'guests.retention',
      subject: 'company',
      subjectId: companyId,
      subjectName: before!.name ?? '',
      changes: [{ field: 'retention', from: inWords(before!.months), to: inWords(months) }],
    })
    return { months }
  })
}
