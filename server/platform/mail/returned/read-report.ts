import type { EmailFailure } from '@trunkshow/contract/emails/rules.ts'
import { asciiEmail } from '@trunkshow/contract/person.ts'
import type { Config } from '../../../config.ts'
import { failureOfReport } from '../failure-of.ts'
import { type MessageName, readMessageId } from '../message-id.ts'

/** What a mail server reports about an email that it could not deliver. */
export interface ReturnedEmail extends MessageName {
  /** The addresses that the report names: the one it failed for, and the one it was sent to if that forwards. */
  addresses: string[]
  failure: EmailFailure
  /** The reply of the mail server. */
  message: string
}

/** A longer reply is cut, since anyone can send a report. */
const MAX_REPLY_CHARACTERS = 1000

/**
 * Reads a report of a failed delivery, whose fields and whose copy of the original header are never encoded
 * (RFC 3464, section 2.1; RFC 2046, section 5.2.1).
 *
 * @param source the message as the mailbox has it
 * @returns null for any other message, a report of a delay or a success, and of an email that is not one of ours, by the
 *   signature in its Message-ID
 */
export function readReport(config: Config, source: string): ReturnedEmail | null {
  // PostgreSQL has no text with a NUL.
  const text = source
    .replaceAll('\0', '')
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
  const [header = ''] = text.split('\n\n', 1)
  if (!/^content-type:.*\breport-type="?delivery-status\b/im.test(header)) return null
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
  /** A field without its type, such as `rfc822;`. */
  const typed = (name: string) => field(name).replace(/^[\w-]+;\s*/, '')
  if (field('Action').toLowerCase() !== 'failed') return null
  const [name] = [...text.matchAll(/^message-id:(.*)$/gim)].flatMap(
    ([, id = '']) => readMessageId(config, id.trim()) ?? [],
  )
  if (!name) return null
  const addresses = [typed('Final-Recipient'), typed('Original-Recipient')]
    .map((address) => asciiEmail(address.replace(/^<(.*)>$/, '$1')).toLowerCase())
    .filter(Boolean)
  const message = (typed('Diagnostic-Code') || field('Status')).slice(0, MAX_REPLY_CHARACTERS)
  return {
    ...name,
    addresses,
    failure: failureOfReport(field('Status'), message),
    message,
  }
}
