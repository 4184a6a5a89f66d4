import type { NoticeSettings } from '@trunkshow/contract/emails/schema.ts'
import { eq, sql } from 'drizzle-orm'
import { changeSettings } from '../company/save-company.ts'
import type { Context, StaffContext } from '../context.ts'
import { companies, users } from '../platform/db/schema/company.ts'
import { emailNotifications, noticesOff } from '../platform/db/schema/mail.ts'
import { own } from '../platform/db/statement.ts'
import { noticeMailbox, type OptionalEmails } from '../platform/mail/notices.ts'
import { inMailTransaction } from '../platform/mail/outbox.ts'

/** Emails of a company to one mailbox, which can turn them off. */
interface Recipient {
  companyId: number
  mailbox: string
  kind: OptionalEmails
}

/** Turns them off, or on again; either may be so already. */
export async function turnNotices({ db }: Pick<Context, 'db'>, recipient: Recipient, to: 'on' | 'off') {
  if (to === 'off') await db.insert(noticesOff).values(recipient).onConflictDoNothing()
  else await db.delete(noticesOff).where(ofMailbox(recipient))
}

const ofMailbox = ({ mailbox, kind, ...actor }: Recipient) => own({ actor }, noticesOff, { mailbox, kind })

/** Whether a mailbox turned them off, and the company's name. */
export async function readNotices({ db }: Pick<Context, 'db'>, recipient: Recipient) {
  const [found] = await db
    .select({
      company: companies.companyName,
      off: sql<boolean>`EXISTS (SELECT FROM ${noticesOff} WHERE ${ofMailbox(recipient)})`,
    })
    .from(companies)
    .where(eq(companies.id, recipient.companyId))
  return found ?? null
}

async function mailboxOfUser({ config, db, actor }: StaffContext): Promise<Recipient> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, actor.userId))
  const mailbox = user?.email ? noticeMailbox(config, user.email) : ''
  return { companyId: actor.companyId, mailbox, kind: 'notices' }
}

/** Returns when the company's hosts are told of bookings, and whether the user is. */
export async function getNoticeSettings(ctx: StaffContext): Promise<NoticeSettings> {
  const found = await readNotices(ctx, await mailboxOfUser(ctx))
  const [company] = await ctx.db
    .select({ schedule: companies.noticeSchedule, ownActions: companies.ownNotices })
    .from(companies)
    .where(eq(companies.id, ctx.actor.companyId))
  return { ...company!, toMe: !found!.off }
}

const schedules = { now: 'Right away', hourly: 'Every hour', daily: 'Every morning' } as const
/** Changes them. What waits for the next email of an earlier schedule goes out at once. */
export async function saveNoticeSettings(ctx: StaffContext, input: NoticeSettings): Promise<NoticeSettings> {
  const { schedule, ownActions, toMe } = input
  await inMailTransaction(ctx, async (ctx) => {
    const values = { noticeSchedule: schedule, ownNotices: ownActions }
    const before = await changeSettings(ctx, 'company.notices', values, (company) => ({
      noticeSchedule: schedules[company.noticeSchedule],
      ownNotices: company.ownNotices,
    }))
    const recipient = await mailboxOfUser(ctx)
    if (recipient.mailbox) await turnNotices(ctx, recipient, toMe ? 'on' : 'off')
    if (before.noticeSchedule !== schedule)
      await ctx.db
        .update(emailNotifications)
        .set({ nextAttemptAt: sql`now()` })
        .where(own(ctx, emailNotifications, { status: 'waiting', waitsFor: 'digest' }))
  })
  return getNoticeSettings(ctx)
}
