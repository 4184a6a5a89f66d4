import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'

/** What a secret is for; one that was kept for another purpose or company cannot be read. */
type Purpose = 'shopify secret' | 'shopify token'

const keyOf = (config: Config, purpose: Purpose) =>
  Buffer.from(hkdfSync('sha256', config.appSecret, '', `trunkshow ${purpose}`, 32))

/** A company's secret as it may stand in the database: AES-256-GCM with a key made from APP_SECRET. */
export function encryptSecret(config: Config, purpose: Purpose, companyId: number, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config, purpose), iv).setAAD(
    Buffer.from(String(companyId)),
  )
  const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** The secret again; null when it was kept for something else, or APP_SECRET is another one by now. */
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
