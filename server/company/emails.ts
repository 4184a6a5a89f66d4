import { INVITATION_DAYS } from '@trunkshow/contract/company/rules.ts'
import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { companies, users } from '../platform/db/schema/company.ts'
import { linkTo } from '../platform/http/tokens.ts'
import type { EmailWriter } from '../platform/mail/drain-outbox.ts'
import type { Fact } from '../platform/mail/email-layout.tsx'
import { invitationCap } from '../platform/mail/limits.ts'

/** Writes the invitation, unless it was accepted or a newer one was sent. */
const invitation: EmailWriter = async (ctx, { userId, sequence }) => {
  const inviter = alias(users, 'inviter')
  const [invited] = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      email: users.invitedEmail,
      role: users.role,
      sequence: users.inviteSequence,
      company: companies.companyName,
      invitedBy: inviter.name,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(inviter, eq(inviter.id, users.invitedBy))
    .where(and(eq(users.id, userId ?? 0), isNull(users.acceptedAt), isNull(users.removedAt)))
  if (!invited?.email || invited.sequence !== sequence) return null
  const { id, name, email, role, invitedBy } = invited
  const company = invited.company ?? ''
  const sender = company || (invitedBy ?? 'A colleague')
  const join = `Join ${company || 'your team on Trunkshow'}`
  return {
    to: { name, address: email },
    cap: invitationCap,
    subject: `${sender} invites you to Trunkshow`,
    preview: join,
    heading: join,
    lead: `Hi ${name}, ${invitedBy ?? sender} invited you to work on events, bookings, and orders together.`,
    facts: [...(company ? ([['Company', company]] as Fact[]) : []), ['Role', role]],
    action: {
      label: 'Accept the invitation',
      href: linkTo(ctx.config, 'invitation', id, sequence),
    },
    note: `This one-time link expires in ${INVITATION_DAYS} days. If you don’t know ${sender}, ignore this email.`,
  }
}

export const companyEmails = { invitation } satisfies Partial<Record<EmailType, EmailWriter>>
