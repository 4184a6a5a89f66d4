import { paths } from '@trunkshow/contract/paths.ts'
import { eq } from 'drizzle-orm'
import { users } from '../../platform/db/schema/company.ts'
import type { EmailContext } from '../../platform/mail/claim-next.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { Letter } from '../../platform/mail/letter/letter.tsx'
import { changedCap } from '../../platform/mail/recipient-caps.ts'

const readUser = async ({ db }: EmailContext, userId: number | null) => {
  const [user] = await db
    .select({ name: users.name, email: users.email, username: users.username })
    .from(users)
    .where(eq(users.id, userId ?? 0))
  return user
}

const ifNotYou =
  'If you can’t log in, ask an admin at your company to deactivate your account, or contact the people who run this site.'

/** Tells a user that their password changed, so that one who did not do it can act (docs/product.md, Passwords). */
export const passwordChanged: EmailWriter = async (ctx, { userId }) => {
  const user = await readUser(ctx, userId)
  if (!user?.email) return null
  return {
    to: { name: user.name, address: user.email },
    cap: changedCap,
    subject: 'Your password was changed',
    body: (
      <Letter
        preview="If it wasn’t you, set a new password now"
        heading="Your password was changed"
        facts={[['Username', user.username ?? '']]}
        action={{ label: 'Set a new password', href: ctx.config.publicUrl + paths.forgotPassword() }}
        note="If this was you, you’re all set. If it wasn’t, set a new password now. That logs out everyone who is in your account."
      >
        The password for your Trunkshow account was just changed, and all other browsers were logged out.
      </Letter>
    ),
  }
}

/** Tells a user's earlier and new address that the account's email changed (docs/product.md, Email addresses). */
export const emailChanged: EmailWriter = async (ctx, { userId, recipientEmail }) => {
  const user = await readUser(ctx, userId)
  const address = recipientEmail ?? user?.email
  if (!user?.username || !address) return null
  const isEarlier = address.toLowerCase() !== user.email?.toLowerCase()
  return {
    to: { name: user.name, address },
    cap: changedCap,
    subject: 'Your email was changed',
    body: (
      <Letter
        preview="If it wasn’t you, change your password now"
        heading="Your email was changed"
        facts={[['Username', user.username]]}
        action={{ label: 'Open Settings', href: ctx.config.publicUrl + paths.settings() }}
        note={`If this was you, you’re all set. If it wasn’t, log in with your username, then change your password and your email in Settings. ${ifNotYou}`}
      >
        {isEarlier
          ? 'The email for your Trunkshow account was just changed. From now on, we’ll send account emails to the new address, not this one.'
          : 'The email for your Trunkshow account was just changed to this address.'}
      </Letter>
    ),
  }
}
