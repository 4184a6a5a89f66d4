import { createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'

/**
 * Returns a keyed hash of an address's mailbox, which recipient caps count by. Ignores case, anything after a plus sign,
 * and dots at Gmail, since those all reach one mailbox (decision 028).
 */
export function mailboxOf(config: Pick<Config, 'appSecret'>, address: string): string {
  const [, typed = '', domain = ''] = /^(.*)@([^@]*)$/.exec(address.toLowerCase()) ?? []
  const name = typed.replace(/(.)\+.*$/, '$1')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  const mailbox = isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
  return createHmac('sha256', config.appSecret).update(`mailbox:${mailbox}`).digest('hex').slice(0, 32)
}
