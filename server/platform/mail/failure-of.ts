import type { EmailFailure } from '@trunkshow/contract/emails/messages.ts'

/** What nodemailer adds to an error (https://nodemailer.com/errors). */
interface SmtpError extends Error {
  code?: string
  /** The command that failed: `CONN`, `MAIL FROM`, `RCPT TO`, `DATA`. */
  command?: string
  responseCode?: number
  /** The server's reply, with its code. */
  response?: string
  syscall?: string
  timeoutType?: string
}

export interface Failure {
  failure: EmailFailure
  /** The server's reply, or the error's own words. */
  message: string
  /** Whether the server refused this email for good. A refused login or sender says nothing about the email. */
  isFinal: boolean
  /** Whether it is about this email alone, so that others may be sent. */
  isOwn: boolean
}

/**
 * What the subject and detail of an enhanced status code mean (RFC 3463, section 3;
 * https://www.iana.org/assignments/smtp-enhanced-status-codes). A subject alone stands for its other details.
 */
const meanings: Record<string, EmailFailure> = {
  '1': 'refusedAddress',
  '1.1': 'unknownAddress',
  '1.2': 'unknownDomain',
  '1.3': 'invalidAddress',
  '1.6': 'unknownAddress', // moved, without a new address
  '1.7': 'refusedSender',
  '1.8': 'refusedSender',
  '1.10': 'unknownDomain', // the domain says that it takes no mail (RFC 7505)
  '2': 'refusedAddress',
  '2.1': 'mailboxOff',
  '2.2': 'mailboxFull',
  '2.3': 'tooLarge',
  '3.4': 'tooLarge',
  '4': 'unreachableMailbox',
  '6': 'refusedContent',
  '7.8': 'refusedLogin',
}

/** What a reply to a recipient without an enhanced status code means (RFC 5321, section 4.2.3). */
const basicMeanings: Record<number, EmailFailure> = {
  550: 'refusedAddress',
  551: 'unknownAddress',
  552: 'mailboxFull',
  553: 'invalidAddress',
}

/** Meanings that are the same when the server may accept the email later. */
const alsoTransient: readonly EmailFailure[] = ['mailboxFull', 'unreachableMailbox']

/** What the mail server replied to this email: to its recipient, or to its content. */
function meaningOf({ command, responseCode = 0, response = '' }: SmtpError): EmailFailure {
  const isRecipient = command === 'RCPT TO'
  const [, subject = '', detail = ''] = /^\d{3}[ -][245]\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? []
  const byPhase = isRecipient ? 'refusedAddress' : 'refusedContent'
  const basic = isRecipient ? basicMeanings[responseCode] : responseCode === 552 ? 'tooLarge' : undefined
  // Subject 7 is policy, against whatever the reply is to.
  const fallback = subject === '7' ? byPhase : (basic ?? (subject ? 'refused' : byPhase))
  const meaning = meanings[`${subject}.${detail}`] ?? meanings[subject] ?? fallback
  return responseCode >= 500 || alsoTransient.includes(meaning) ? meaning : 'later'
}

/**
 * Returns what a report of a failed delivery means, which is final (RFC 3464, section 2.3).
 *
 * @param message the server's reply, which may begin with its codes
 */
export function failureOfReport(status: string, message: string): EmailFailure {
  const text = message.replace(/^\d{3}[ -]/, '')
  const response = /^[245]\.\d/.test(text) ? text : `${status} ${text}`
  return meaningOf({ command: 'RCPT TO', responseCode: 550, response: `550 ${response}` } as SmtpError)
}

/** What a failure means that is not about one email: the mail server as such. */
function serverFailureOf({ code, command, responseCode, syscall, timeoutType }: SmtpError): EmailFailure {
  if (responseCode !== undefined && responseCode < 500) return 'busy'
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'refusedLogin'
  if (command === 'MAIL FROM') return 'refusedSender'
  const isLost = code === 'ECONNECTION' || (code === 'ESOCKET' && syscall !== 'connect')
  return timeoutType === 'SOCKET_TIMEOUT' || isLost ? 'unanswered' : 'unreachable'
}

/** Returns what an error of sending means, in the closed words that staff read as a sentence. */
export function failureOf(error: unknown): Failure {
  const smtp = error as SmtpError
  const { code, command, responseCode = 0 } = smtp
  const message = smtp.response ?? (error instanceof Error ? error.message : String(error))
  // Nodemailer itself refuses an address that no server would understand.
  if (code === 'EENVELOPE' && command === 'API')
    return { failure: 'invalidAddress', message, isFinal: true, isOwn: true }
  const isOwn =
    responseCode >= 400 &&
    responseCode !== 421 &&
    (command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE')
  return {
    failure: isOwn ? meaningOf(smtp) : serverFailureOf(smtp),
    message,
    isFinal: isOwn && responseCode >= 500,
    isOwn,
  }
}
