import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Config } from '../../../config.ts'

/** Returns the /64 prefix of an IPv6 address: what a provider assigns to one household or store. */
function prefixOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array(8 - groups.length - last.length).fill('0')
  return [...groups, ...zeros, ...last].slice(0, 4).join(':')
}

/**
 * Returns a keyed hash of a network address, which limits count by. An IPv6 address counts as its /64, since one
 * machine can use all of it.
 */
export function networkOf(config: Config, address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  const network = isIPv6(plain) ? prefixOf(plain) : plain
  return createHmac('sha256', config.appSecret).update(`network:${network}`).digest('hex').slice(0, 16)
}
