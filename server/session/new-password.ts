import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { hashPassword } from './hash-password.ts'

const common = new Set([...dictionary['passwords-common'], 'trunkshow'])

/** A text as people repeat it: without regard to case, width of letters, spaces and punctuation. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Whether it is one of the passwords that people try first: in the list, also within spaces, or one character throughout. */
function isCommon(password: string) {
  const typed = password.normalize('NFKC').toLowerCase().trim()
  return common.has(typed) || new Set(typed).size < 2
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
  if (message) throw new AppError('invalid', message, { fields: { [field]: message } })
  return hashPassword(password)
}
