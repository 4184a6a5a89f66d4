import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import type { TestApp } from '../app.ts'
import { openMailbox } from './mailbox.ts'
import { sendDue } from './send-due.ts'

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
