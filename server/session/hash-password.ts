import { hash, verify } from '@node-rs/argon2'
import { assertAllowed } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { dictionary } from '@zxcvbn-ts/language-common'

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

const common = new Set([...dictionary['passwords-common'], 'trunkshow'])

/** A text as people repeat it: without regard to case, accents, width of letters, spaces and punctuation. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a few characters are repeated, or all are as far from the one before: `abab`, `987654`. The list has no such. */
function isSeries(text: string) {
  const points = Array.from(text, (one) => one.codePointAt(0)!)
  const steps = new Set(points.slice(1).map((point, at) => point - points[at]!))
  return steps.size < 2 || /^(.{1,4})\1+$/su.test(text)
}

/** Whether it is one of the passwords that people try first, also within spaces. */
function isCommon(password: string) {
  const typed = password.normalize('NFKC').toLowerCase().trim()
  return common.has(typed) || isSeries(typed)
}

/** Whether it is one of these texts, or the part of an email before its @. */
function isOneOf(own: readonly (string | null | undefined)[], password: string) {
  const known = own.flatMap((text) => (text ? [text, text.split('@')[0]!] : [])).map(plain)
  return plain(password) !== '' && known.includes(plain(password))
}

/**
 * Hashes a password that a user chooses (docs/product.md, Passwords).
 *
 * @param field the form field to blame
 * @param own what others know of the user: username, name, email, company
 * @throws AppError invalid for a common password, or one of `own`
 */
export async function hashNewPassword(
  field: string,
  password: string,
  own: readonly (string | null | undefined)[],
): Promise<string> {
  const { passwordGuessable, passwordIsYours } = sessionMessages
  const message = isOneOf(own, password) ? passwordIsYours : isCommon(password) ? passwordGuessable : null
  assertAllowed(message, 'invalid', field)
  return hashPassword(password)
}
