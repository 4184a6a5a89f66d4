import { paths } from '@trunkshow/contract/paths.ts'
import { and, eq, sql } from 'drizzle-orm'
import { users } from '../../platform/db/schema/company.ts'
import { signLink } from '../../platform/http/tokens.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { Letter } from '../../platform/mail/letter/letter.tsx'

/** Writes the password reset email, unless its link has expired or a newer one was sent. */
export const passwordReset: EmailWriter = async (ctx, { userId, sequence }) => {
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
