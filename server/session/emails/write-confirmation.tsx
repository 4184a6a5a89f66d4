import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { CONFIRMATION_DAYS } from '@trunkshow/contract/session/rules.ts'
import { signLink } from '../../platform/http/tokens.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { Letter } from '../../platform/mail/letter/letter.tsx'
import { confirmationCap } from '../../platform/mail/recipient-caps.ts'
import { readConfirmation } from '../confirm-email.ts'

/** Writes the confirmation email, unless its link was replaced or already opened. */
export const confirmation: EmailWriter = async (ctx, { confirmationId }) => {
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
