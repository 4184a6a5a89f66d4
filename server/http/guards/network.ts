import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Config } from '../../config.ts'

/** The first four groups of an IPv6 address: what a provider gives one household or shop. */
function prefixOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array(8 - groups.length - last.length).fill('0')
  return [...groups, ...zeros, ...last].slice(0, 4).join(':')
}

/**
 * A network address as a word that tells equal ones apart and gives none away: what limits count by. An IPv6
 * address counts as its /64, since one machine has as many of those as it likes.
 */
export function networkOf(config: Config, address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  const network = isIPv6(plain) ? prefixOf(plain) : plain
  return createHmac('sha256', config.appSecret).update(`network:${network}`).digest('hex').slice(0, 16)
}
