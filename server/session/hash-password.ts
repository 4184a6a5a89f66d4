import { hash, verify } from '@node-rs/argon2'

/** Hashes a password with Argon2id at the library's default cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

const decoyHash = hashPassword('nobody has this password')

/** Checks a password. An unknown user (null) takes just as long, so that timing doesn't reveal who has an account. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? (await decoyHash), password)
  return right && passwordHash !== null
}
