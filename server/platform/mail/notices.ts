import { and, eq, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { companies, users } from '../db/schema/company.ts'
import { noticesOff, type optionalEmails } from '../db/schema/mail.ts'
import { linkTo } from '../http/tokens.ts'
import { contactConfirmed } from './confirmed.ts'
import { withoutLinks } from './guest-names.ts'
import { guestCap } from './limits.ts'
import { type EmailContext, mailboxOf, type Notification } from './outbox.ts'
import type { Message, SkipReason } from './transport.ts'

/** Emails that their recipients can turn off. */
export type OptionalEmails = (typeof optionalEmails)[number]

const labels = { notices: 'Turn off booking alerts', thanks: 'Turn off thank-you emails' } as const

/** How `notices_off` names a mailbox. */
export const noticeMailbox = (config: Config, address: string) => mailboxOf(config, address).slice(0, 16)

/** The link that turns a company's emails of a kind off for one mailbox. It works until APP_SECRET changes. */
function linkToTurnOff(config: Config, kind: OptionalEmails, companyId: number, address: string) {
  return { label: labels[kind], href: linkTo(config, kind, noticeMailbox(config, address), companyId) }
}

/** Returns to whom and when an event's notice goes: its confirmed contact, else the account's owner (decision 029). */
export async function addressNotice(
  { config, db }: EmailContext,
  { companyId, actorId }: Pick<Notification, 'companyId' | 'actorId'>,
  { hostName, contactEmail }: { hostName: string; contactEmail: string | null },
): Promise<Required<Pick<Message, 'to' | 'digest' | 'unsubscribe'>> | SkipReason | null> {
  const [host] = await db
    .select({
      owner: users.email,
      contactConfirmed: contactEmail
        ? contactConfirmed(config, companyId, contactEmail)
        : sql<boolean>`false`,
      schedule: companies.noticeSchedule,
      timeZone: companies.timeZone,
      ownNotices: companies.ownNotices,
      actor: sql<string | null>`(SELECT actor.email FROM users AS actor WHERE actor.id = ${actorId}::int)`,
      off: sql<
        string[]
      >`ARRAY(SELECT mailbox FROM ${noticesOff} WHERE company_id = ${companyId}::int AND kind = 'notices')`,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.companyId, companyId), users.isOwner))
  const address = host?.contactConfirmed ? contactEmail : host?.owner
  if (!host || !address) return null
  const { actor, ownNotices, off, schedule, timeZone } = host
  if (off.includes(noticeMailbox(config, address))) return 'turnedOff'
  if (!ownNotices && actor?.toLowerCase() === address.toLowerCase()) return 'ownAction'
  return {
    to: { name: hostName, address },
    digest: { schedule, timeZone },
    unsubscribe: linkToTurnOff(config, 'notices', companyId, address),
  }
}

/** Returns an event's contact email once it is confirmed: until then nothing of ours leads guests to it (decision 029). */
export async function findContact(
  { config, db }: EmailContext,
  { companyId, contactEmail }: { companyId: number; contactEmail: string | null },
): Promise<string | null> {
  if (!contactEmail) return null
  const { rows } = await db.execute<{ confirmed: boolean }>(
    sql`SELECT ${contactConfirmed(config, companyId, contactEmail)} AS confirmed`,
  )
  return rows[0]!.confirmed ? contactEmail : null
}

/** Returns what every email to a guest is sent with: a reply goes to the event's confirmed contact (decision 029). */
export async function addressGuest(
  ctx: EmailContext,
  event: { companyId: number; contactEmail: string | null },
  { name, address }: Message['to'],
): Promise<Pick<Message, 'to' | 'cap' | 'replyTo'>> {
  const contact = await findContact(ctx, event)
  const to = { name: withoutLinks(name), address }
  return { to, cap: guestCap, ...(contact && { replyTo: contact }) }
}

/** Returns whether a guest's mailbox turned a company's thanks off, and the link that does. */
export async function readThanks({ config, db }: EmailContext, companyId: number, address: string) {
  const mailbox = noticeMailbox(config, address)
  const off = await db.$count(
    noticesOff,
    and(eq(noticesOff.companyId, companyId), eq(noticesOff.mailbox, mailbox), eq(noticesOff.kind, 'thanks')),
  )
  return { isOff: off > 0, unsubscribe: linkToTurnOff(config, 'thanks', companyId, address) }
}
