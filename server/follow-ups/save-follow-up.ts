import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { AppError, assertAllowed, fieldError, firstOf } from '@trunkshow/contract/errors.ts'
import { followUpMessages, MAX_OPEN_FOLLOW_UPS } from '@trunkshow/contract/follow-ups/messages.ts'
import type {
  FollowUp,
  FollowUpChange,
  FollowUpInput,
  NewFollowUp,
} from '@trunkshow/contract/follow-ups/schema.ts'
import { privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import { isErasedGuest } from '@trunkshow/contract/privacy/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { changesBetween, record } from '../activity/record-activity.ts'
import { listColleagues } from '../assignees/assign-record.ts'
import { nameOf, type StaffContext } from '../context.ts'
import { getPerson } from '../customers/get-person.ts'
import { lockCustomer } from '../customers/save-customer.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { followUps } from '../platform/db/schema/follow-ups.ts'
import { changeRows, nextVersion, own, rowsOf } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { countOpen, getFollowUp } from './queries.ts'

/** Logs it about the customer or the booking. */
function recordFollowUp(
  ctx: StaffContext,
  activity: Activity,
  { customerId, bookingId, name }: FollowUp,
  changes: Parameters<typeof record>[3],
) {
  const subject = customerId === null ? 'booking' : 'customer'
  return record(ctx, activity, { id: (customerId ?? bookingId)!, name, subject }, changes)
}

const fields = ['text', 'dueOn', 'assigneeName'] as const
const none: Pick<Nullable<FollowUp>, (typeof fields)[number]> = {
  text: null,
  dueOn: null,
  assigneeName: null,
}
type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null }

/** @throws AppError invalid for one who has left */
async function assertColleague(ctx: StaffContext, { assigneeId }: FollowUpInput) {
  if (assigneeId !== null && !(await listColleagues(ctx)).some(({ id }) => id === assigneeId))
    throw fieldError('invalid', 'assigneeId', followUpMessages.assigneeGone)
}

/** One at a time of a company passes its limit. */
async function assertRoom(ctx: StaffContext) {
  await ctx.db.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('follow-ups of ' || ${ctx.actor.companyId}::int, 0))`,
  )
  if ((await countOpen(ctx)) >= MAX_OPEN_FOLLOW_UPS) throw new AppError('conflict', followUpMessages.tooMany)
}

/** Locks whom a follow-up is for against an erasure at the same time. @throws AppError not_found; conflict for an erased one */
async function lockPerson(ctx: StaffContext, { customerId, bookingId }: NewFollowUp) {
  if (bookingId !== undefined) {
    const found = await rowsOf(ctx, bookings, { id: bookingId }).for('share')
    const booking = firstOf(found, bookingMessages.notFound)
    assertAllowed(isErasedGuest(booking) ? privacyMessages.customerErased : null)
  }
  const known = customerId ?? (await getPerson(ctx, { bookingId })).customer?.id
  return known === undefined ? null : (await lockCustomer(ctx, known)).id
}

/**
 * Adds a follow-up for a customer or the guest of a booking.
 *
 * @throws AppError not_found; invalid for a colleague who has left; conflict for an erased person or beyond the limit
 */
export async function createFollowUp(ctx: StaffContext, input: NewFollowUp): Promise<FollowUp> {
  return inTransaction(ctx, async (ctx) => {
    const customerId = await lockPerson(ctx, input)
    await assertColleague(ctx, input)
    await assertRoom(ctx)
    const { companyId } = ctx.actor
    const [row] = await ctx.db
      .insert(followUps)
      .values({ ...input, customerId, companyId, changedBy: nameOf(ctx.actor) })
      .returning({ id: followUps.id })
    const created = await getFollowUp(ctx, row!.id)
    await recordFollowUp(ctx, 'followUp.created', created, changesBetween(none, created, fields))
    return created
  })
}

type Update = {
  activity: Activity
  seen: number
  /** The state that it must be in. */
  state?: SQL
  values: PgUpdateSetSource<typeof followUps>
}

/** Changes a follow-up if it is still the version that the caller saw. @throws AppError not_found; changed if it isn't */
async function update(ctx: StaffContext, id: number, { activity, seen, state = sql`true`, values }: Update) {
  const before = await getFollowUp(ctx, id)
  const { rowCount } = await changeRows(
    ctx,
    followUps,
    sql`${own(ctx, followUps, { id, version: seen })} AND ${state}`,
    { ...values, changedBy: nameOf(ctx.actor), ...nextVersion },
  )
  if (!rowCount) {
    const [now] = await rowsOf(ctx, followUps, { id })
    throw new AppError('changed', followUpMessages.changed(now?.changedBy ?? ''))
  }
  const after = await getFollowUp(ctx, id)
  await recordFollowUp(ctx, activity, after, changesBetween(before, after, fields))
  return after
}

/** Changes who does what until when. @throws AppError as `update`; invalid for a colleague who has left */
export async function changeFollowUp(ctx: StaffContext, id: number, { version, ...input }: FollowUpChange) {
  return inTransaction(ctx, async (ctx) => {
    const { assigneeId } = await getFollowUp(ctx, id)
    if (input.assigneeId !== assigneeId) await assertColleague(ctx, input)
    return update(ctx, id, { activity: 'followUp.changed', seen: version, values: input })
  })
}

/** Closes a follow-up by hand. @throws AppError as `update` */
export const closeFollowUp = (ctx: StaffContext, id: number, seen: number): Promise<FollowUp> =>
  inTransaction(ctx, (ctx) =>
    update(ctx, id, {
      activity: 'followUp.closed',
      seen,
      state: sql`closed_at IS NULL`,
      values: { closedAt: sql`now()`, closedBy: 'user', closedName: nameOf(ctx.actor) },
    }),
  )

/** Opens a follow-up again: only what comes from now on closes it. @throws AppError as `update`; conflict beyond the limit */
export const reopenFollowUp = (ctx: StaffContext, id: number, seen: number): Promise<FollowUp> =>
  inTransaction(ctx, async (ctx) => {
    await assertRoom(ctx)
    return update(ctx, id, {
      activity: 'followUp.reopened',
      seen,
      values: { closedAt: null, closedBy: null, closedName: null, openSince: sql`now()` },
    })
  })
