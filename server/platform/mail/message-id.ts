import type { Config } from '../../config.ts'
import { isLink, signLink } from '../http/tokens.ts'

/** The row of an email in the outbox, and its type. */
export interface MessageName {
  id: number
  emailType: string
}

/**
 * Names an email, as its Message-ID before the `@` and its file in the outbox folder. It is signed, since a report of a
 * failed delivery names the email by it, and anyone can write a report (decision 059).
 */
export function nameMessage(config: Config, { id, emailType }: MessageName): string {
  return `mail-${signLink(config, 'message', `${id}-${emailType}`, '')}`
}

/** Returns the email that a Message-ID names; null for a wrong signature, or one that is not ours. */
export function readMessageId(config: Config, messageId: string): MessageName | null {
  const [, token = '', id, emailType = ''] =
    /^<mail-(([1-9]\d{0,8})-([a-z_]{1,40})-[0-9a-f]{32})@[^>\s]+>$/.exec(messageId) ?? []
  if (!isLink(config, 'message', `${id}-${emailType}`, '', token)) return null
  return { id: Number(id), emailType }
}
