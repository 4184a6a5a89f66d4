import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { CONFIRMATION_DAYS } from '@trunkshow/contract/session/rules.ts'
import { and, eq, sql } from 'drizzle-orm'
import { users } from '../db/schema/company.ts'
import { signLink } from '../http/tokens.ts'
import type { EmailWriter } from '../mail/drain-outbox.ts'
import { Letter } from '../mail/letter.tsx'
import { confirmationCap } from '../mail/recipient-caps.ts'
import { readConfirmation } from './confirm-email.ts'

/** Writes the password reset email, unless its link has expired or a newer one was sent. */
const passwordReset: EmailWriter = async (ctx, { userId, sequence }) => {
  const [user] = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email, username: users.username })
    .from(users)
    .where(
      and(
        eq(users.id, userId ?? 0),
        users.isActive,
        eq(users.resetSequence, sequence),
        sql`${users.resetUntil} > now()`,
      ),
    )
  if (!user?.email) return null
  return {
    to: { name: user.name, address: user.email },
    subject: 'Set a new password',
    body: (
      <Letter
        preview="This link expires in an hour"
        heading="Set a new password"
        facts={[['Username', user.username ?? '']]}
        action={{
          label: 'Set a new password',
          href:
            ctx.config.publicUrl + paths.resetPassword(signLink(ctx.config, 'password', user.id, sequence)),
        }}
        note="This one-time link expires in an hour. If you didn’t ask for it, ignore this email. Your password won’t change."
      >
        We got a request to reset your password.
      </Letter>
    ),
  }
}

/** Writes the confirmation email, unless its link was replaced or already opened. */
const confirmation: EmailWriter = async (ctx, { confirmationId }) => {
  const token = signLink(ctx.config, 'email', confirmationId ?? 0, 0)
  const asked = await readConfirmation(ctx, token).catch((error) => {
    if (error instanceof AppError) return null
    throw error
  })
  if (!asked || asked.confirmed) return null
  const { email, username, host } = asked
  // The recipient may be a stranger, so this email contains no free text from the person who typed the address.
  const text = username
    ? {
        subject: 'Confirm your email',
        lead: 'Confirm your email for your Trunkshow account.',
        facts: [['Username', username]] as [string, string][],
        ignore: 'If you don’t have a Trunkshow account with this username, ignore this email. Don’t confirm.',
      }
    : {
        subject: 'Confirm this email for booking alerts',
        lead: 'A host on Trunkshow wants to send booking alerts to this address.',
        facts: [['Host', host]] as [string, string][],
        ignore: 'If you don’t know this host, ignore this email.',
      }
  return {
    to: { name: '', address: email },
    cap: confirmationCap,
    subject: text.subject,
    body: (
      <Letter
        preview={text.lead}
        heading={text.subject}
        facts={text.facts}
        action={{ label: 'Confirm email', href: ctx.config.publicUrl + paths.confirmEmail(token) }}
        note={`The link works for ${CONFIRMATION_DAYS} days. ${text.ignore}`}
      >
        {text.lead}
      </Letter>
    ),
  }
}

export const sessionEmails = {
  password_reset: passwordReset,
  email_confirmation: confirmation,
  contact_confirmation: confirmation,
}
