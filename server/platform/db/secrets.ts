import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'

/** What a secret is for; one encrypted for another purpose or company cannot be decrypted. */
type Purpose = 'shopify secret' | 'shopify token' | 'stripe key' | 'stripe webhook'

const keyOf = (config: Config, purpose: Purpose) =>
  Buffer.from(hkdfSync('sha256', config.appSecret, '', `trunkshow ${purpose}`, 32))

/** Encrypts a company's secret with AES-256-GCM and a key derived from APP_SECRET. */
export function encryptSecret(config: Config, purpose: Purpose, companyId: number, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config, purpose), iv).setAAD(
    Buffer.from(String(companyId)),
  )
  const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** Decrypts a secret; null when it was encrypted for something else or with another APP_SECRET. */
export function decryptSecret(
  config: Config,
  purpose: Purpose,
  companyId: number,
  stored: string,
): string | null {
  const bytes = Buffer.from(stored, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(config, purpose), bytes.subarray(0, 12))
      .setAAD(Buffer.from(String(companyId)))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
