import { CONFIRMATION_DAYS, type EmailType } from '@trunkshow/contract/emails/rules.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { users } from '../platform/db/schema/company.ts'
import { linkTo, signId } from '../platform/http/tokens.ts'
import type { EmailWriter } from '../platform/mail/drain-outbox.ts'
import { changedCap, confirmationCap } from '../platform/mail/limits.ts'
import type { EmailContext } from '../platform/mail/outbox.ts'
import { readConfirmation } from './confirm-email.ts'

/** Writes the confirmation email, unless its link was replaced or already opened. */
const confirmation: EmailWriter = async (ctx, { confirmationId }) => {
  const id = confirmationId ?? 0
  const asked = await readConfirmation(ctx, signId(ctx.config, 'email', id, 0)).catch((error) => {
    if (error instanceof AppError) return null
    throw error
  })
  if (!asked || asked.confirmed) return null
  const { email, username, host } = asked
  // The recipient may be a stranger, so this email contains no free text from the person who typed the address.
  const { ignore, ...text } = username
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
    ...text,
    preview: text.lead,
    action: { label: 'Confirm email', href: linkTo(ctx.config, 'email', id, 0) },
    note: `The link works for ${CONFIRMATION_DAYS} days. ${ignore}`,
  }
}

/** Writes the password reset email, unless its link has expired or a newer one was sent. */
const passwordReset: EmailWriter = async (ctx, { userId, sequence }) => {
  const isAsked = sql`is_active AND reset_sequence = ${sequence} AND reset_until > now()`
  const user = await readUser(ctx, userId, isAsked)
  if (!user?.email) return null
  return {
    to: { name: user.name, address: user.email },
    subject: 'Set a new password',
    preview: 'This link expires in an hour',
    lead: 'We got a request to reset your password.',
    facts: [['Username', user.username ?? '']],
    action: { label: 'Set a new password', href: linkTo(ctx.config, 'password', user.id, sequence) },
    note: 'This one-time link expires in an hour. If you didn’t ask for it, ignore this email. Your password won’t change.',
  }
}

const readUser = async ({ db }: EmailContext, userId: number | null, condition?: SQL) => {
  const { id, name, email, username } = users
  const isUser = eq(id, userId ?? 0)
  const [user] = await db.select({ id, name, email, username }).from(users).where(and(isUser, condition))
  return user
}

const ifNotYou =
  'If you can’t log in, ask an admin at your company to deactivate your account, or contact the people who run this site.'

/** Tells a user that their password changed, so that one who did not do it can act (docs/product.md, Passwords). */
const passwordChanged: EmailWriter = async (ctx, { userId }) => {
  const user = await readUser(ctx, userId)
  if (!user?.email) return null
  return {
    to: { name: user.name, address: user.email },
    cap: changedCap,
    subject: 'Your password was changed',
    preview: 'If it wasn’t you, set a new password now',
    lead: 'The password for your Trunkshow account was just changed, and all other browsers were logged out.',
    facts: [['Username', user.username ?? '']],
    action: { label: 'Set a new password', href: ctx.config.publicUrl + paths.forgotPassword() },
    note: 'If this was you, you’re all set. If it wasn’t, set a new password now. That logs out everyone who is in your account.',
  }
}

/** Tells a user's earlier and new address that the account's email changed (docs/product.md, Email addresses). */
const emailChanged: EmailWriter = async (ctx, { userId, recipientEmail }) => {
  const user = await readUser(ctx, userId)
  const address = recipientEmail ?? user?.email
  if (!user?.username || !address) return null
  const isEarlier = address.toLowerCase() !== user.email?.toLowerCase()
  return {
    to: { name: user.name, address },
    cap: changedCap,
    subject: 'Your email was changed',
    preview: 'If it wasn’t you, change your password now',
    lead: isEarlier
      ? 'The email for your Trunkshow account was just changed. From now on, we’ll send account emails to the new address, not this one.'
      : 'The email for your Trunkshow account was just changed to this address.',
    facts: [['Username', user.username]],
    action: { label: 'Open Settings', href: ctx.config.publicUrl + paths.settings() },
    note: `If this was you, you’re all set. If it wasn’t, log in with your username, then change your password and your email in Settings. ${ifNotYou}`,
  }
}

export const sessionEmails = {
  password_reset: passwordReset,
  password_changed: passwordChanged,
  email_changed: emailChanged,
  email_confirmation: confirmation,
  contact_confirmation: confirmation,
} satisfies Partial<Record<EmailType, EmailWriter>>
