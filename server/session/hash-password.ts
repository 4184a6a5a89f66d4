import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the library's current cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

const strangersHash = hashPassword('nobody has this password')

/** Checks a password; for an unknown user (null) it works as long, so the answer's time tells nothing. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? (await strangersHash), password)
  return right && passwordHash !== null
}
