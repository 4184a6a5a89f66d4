import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Config } from '../../config.ts'
import { openReturned } from '../mail/collect-returned.ts'
import { connectTo, readMailUrl } from '../mail/transport.ts'
import { type Findings, findingsOn, reasonOf } from './finding.ts'

const { ok, problem, warning } = findingsOn('Email')
const timeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000, dnsTimeout: 5000 }

/**
 * Checks that the mail server accepts a connection, encryption and the login. Sends nothing unless asked to.
 *
 * @param sendTo an address to send one test email to
 */
export async function checkMail(config: Config, sendTo?: string): Promise<Findings> {
  const { smtpUrl, mailFrom, dataDir } = config
  if (!smtpUrl)
    return warning(
      `without SMTP_URL, emails are files in ${join(dataDir, 'outbox')}, and no one receives them.`,
      'Set SMTP_URL and MAIL_FROM.',
    )
  const { hostname, host, protocol, username } = new URL(smtpUrl)
  const { url, requireTLS: requiresTls } = connectTo(smtpUrl)
  const connect = (requireTLS: boolean) => nodemailer.createTransport({ url, requireTLS, ...timeouts })
  const tryOut = (requireTLS: boolean) => errorOf(connect(requireTLS).verify())
  let error = await tryOut(true)
  const plain = error !== null && error.code === 'ETLS' && protocol === 'smtp:'
  if (plain && !requiresTls) error = await tryOut(false)
  if (error) {
    const isLogin = error.code === 'EAUTH'
    return problem(
      `${host} ${isLogin ? 'rejects the login' : 'cannot be used'}: ${reasonOf(error)}.`,
      isLogin
        ? 'Correct the user and password in SMTP_URL; characters such as @ and / are percent-encoded there.'
        : 'Check the host and port in SMTP_URL, and that this machine may connect to it. Emails wait until then.',
    )
  }
  const test = { from: mailFrom, subject: 'Trunkshow can send email', text: `From ${config.publicUrl}.` }
  const isPlain = protocol === 'smtp:' && !requiresTls
  return [
    ok(`${host} accepts the connection${username ? ' and the login' : ''}.`),
    isPlain && isAway(hostname) && (plain ? unencrypted(host, 'smtps://') : strippable(host, 'SMTP_URL')),
    ...(config.imapUrl ? await checkReturned(config.imapUrl) : []),
    sendTo !== undefined &&
      (await errorOf(connect(!plain).sendMail({ ...test, to: sendTo })).then((failure) =>
        failure
          ? problem(`a test email to ${sendTo} was rejected: ${reasonOf(failure)}.`, 'Check MAIL_FROM.')
          : ok(`a test email to ${sendTo} was accepted. Look for it, also among spam.`),
      )),
  ]
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  )

/** Whether the server is on another machine. */
const isAway = (hostname: string) => !['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const unencrypted = (host: string, secure: string) =>
  warning(
    `the connection to ${host} is not encrypted.`,
    `Use a mail server that offers STARTTLS, or ${secure}.`,
  )

const strippable = (host: string, variable: string) =>
  warning(
    `the connection to ${host} is encrypted only as long as no one on the way hides that it can be.`,
    `Add ?tls=required to ${variable}.`,
  )

/** Checks the login to the mailbox that returned emails are read from. */
async function checkReturned(imapUrl: string) {
  const { url, requiresTls } = readMailUrl(imapUrl)
  const { host, hostname, protocol } = url
  try {
    const client = await openReturned(imapUrl, { readOnly: true })
    const isPlain = !client.secureConnection
    client.close()
    return [
      ok(`${host} opens the mailbox that emails come back to.`),
      protocol === 'imap:' &&
        !requiresTls &&
        isAway(hostname) &&
        (isPlain ? unencrypted(host, 'imaps://') : strippable(host, 'IMAP_URL')),
    ]
  } catch (error) {
    return [
      problem(
        `returned emails cannot be read from ${host}: ${reasonOf(error)}.`,
        'Correct IMAP_URL; characters such as @ and / are percent-encoded in its user and password.',
      ),
    ]
  }
}
