import { INVITATION_DAYS } from '@trunkshow/contract/company/rules.ts'
import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { companies, users } from '../platform/db/schema/company.ts'
import { signLink } from '../platform/http/tokens.ts'
import type { EmailWriter } from '../platform/mail/drain-outbox.ts'
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
  const { id, name, email, role, company, invitedBy } = invited
  return {
    to: { name, address: email },
    cap: invitationCap,
    subject: `${company} invites you to Trunkshow`,
    preview: `Join ${company}`,
    heading: `Join ${company}`,
    lead: `Hi ${name}, ${invitedBy ?? company ?? ''} invited you to work on events, bookings, and orders together.`,
    facts: [
      ['Company', company ?? ''],
      ['Role', role],
    ],
    action: {
      label: 'Accept the invitation',
      href: ctx.config.publicUrl + paths.invitation(signLink(ctx.config, 'invitation', id, sequence)),
    },
    note: `This one-time link expires in ${INVITATION_DAYS} days. If you don’t know ${company}, ignore this email.`,
  }
}

export const companyEmails = { invitation } satisfies Partial<Record<EmailType, EmailWriter>>
