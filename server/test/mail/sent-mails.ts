import { databaseOf } from '../../platform/db/transaction.ts'
import { drainOutbox, type EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { openTransport } from '../../platform/mail/transport.ts'
import { queueResetMails } from '../../session/change-password.ts'
import type { TestApp } from '../app.ts'
import { openMailbox } from './mailbox.ts'

/** Sends what is due of these types through an SMTP server, as the worker does; without one, into files. */
export async function sendDue(
  test: TestApp,
  writers: Record<string, EmailWriter>,
  smtpUrl: string | undefined,
) {
  const config = { ...test.config, smtpUrl }
  const ctx = { config, db: databaseOf(test.pool), files: test.files }
  const transport = openTransport(config)
  await queueResetMails(ctx)
  return drainOutbox(ctx, writers, transport).finally(() => transport.close())
}

/** Sends all due email to a real SMTP server, and returns the token of each link to this page sent to an address. */
export async function readLinks(
  test: TestApp,
  writers: Record<string, EmailWriter>,
  page: string,
  address: string,
) {
  const mailbox = await openMailbox()
  await sendDue(test, writers, mailbox.url)
  await mailbox.close()
  return mailbox.mails
    .filter(({ recipients }) => recipients.some((to) => to.toLowerCase() === address.toLowerCase()))
    .map((mail) => {
      const [, token] = new RegExp(`${page}/([\\w-]+)`).exec(mail.text ?? '') ?? []
      if (!token) throw new Error(`No link to ${page} in: ${mail.text}`)
      return token
    })
}
