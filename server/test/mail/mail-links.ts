import { databaseOf } from '../../db/transaction.ts'
import { drainOutbox, type EmailWriter } from '../../mail/drain-outbox.ts'
import { openTransport } from '../../mail/transport.ts'
import { queueResetMails } from '../../session/reset-password.ts'
import type { TestApp } from '../app.ts'
import { openMailbox } from './mailbox.ts'

/** Sends all due email to a real SMTP server, and returns the token of each link to this page sent to an address. */
export async function readLinks(
  test: TestApp,
  writers: Record<string, EmailWriter>,
  page: string,
  address: string,
) {
  const mailbox = await openMailbox()
  const config = { ...test.config, smtpUrl: mailbox.url }
  const transport = openTransport(config)
  const ctx = { config, db: databaseOf(test.pool) }
  await queueResetMails(ctx)
  await drainOutbox(ctx, writers, transport)
  transport.close()
  await mailbox.close()
  return mailbox.mails
    .filter(({ recipients }) => recipients.some((to) => to.toLowerCase() === address.toLowerCase()))
    .map((mail) => {
      const [, token] = new RegExp(`${page}/([\\w-]+)`).exec(mail.text ?? '') ?? []
      if (!token) throw new Error(`No link to ${page} in: ${mail.text}`)
      return token
    })
}
