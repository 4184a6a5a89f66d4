import { paths } from '@trunkshow/contract/paths.ts'
import { and, eq, sql } from 'drizzle-orm'
import { users } from '../db/schema/company.ts'
import { signLink } from '../http/tokens.ts'
import type { MailWriter } from '../mail/drain-outbox.ts'
import { Letter } from '../mail/letter.tsx'

/** The link to a new password, as long as it is the last one asked for and still good. */
const passwordReset: MailWriter = async (ctx, { userId, sequence }) => {
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
        preview="The link is good for an hour"
        heading="Set a new password"
        facts={[['Username', user.username ?? '']]}
        action={{
          label: 'Set a new password',
          href:
            ctx.config.publicUrl + paths.resetPassword(signLink(ctx.config, 'password', user.id, sequence)),
        }}
        note="The link is good for an hour and can be used once. If you did not ask for it, ignore this mail: your password stays as it is."
      >
        {user.name}, somebody asked for a new password for your account.
      </Letter>
    ),
  }
}

export const sessionEmails = { password_reset: passwordReset }
