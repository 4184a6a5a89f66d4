import { createHmac } from 'node:crypto'
import type { Config } from '../config.ts'

/**
 * The mailbox of an address as a word that tells equal ones apart and gives none away: what caps of recipients count
 * by. Case does not count, nor what follows a plus sign, nor dots at Gmail: all of them reach one mailbox there
 * (decision 028).
 */
export function mailboxOf(config: Pick<Config, 'appSecret'>, address: string): string {
  const [, typed = '', domain = ''] = /^(.*)@([^@]*)$/.exec(address.toLowerCase()) ?? []
  const name = typed.replace(/(.)\+.*$/, '$1')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  const mailbox = isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
  return createHmac('sha256', config.appSecret).update(`mailbox:${mailbox}`).digest('hex').slice(0, 32)
}
