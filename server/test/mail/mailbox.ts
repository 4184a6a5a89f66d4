import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail extends Email {
  /** The envelope's recipients, who really received it. */
  recipients: string[]
  /** The raw message as received. */
  raw: string
}

interface MailboxOptions {
  /** The reply to a recipient, or to the content of an email to them. */
  refuse?: (recipient: string) => Error | null
  reject?: (recipient: string) => Error | null
  /** Whether it never answers once it has the email. */
  hangs?: (recipient: string) => boolean
}

/** A reply of a mail server, with an enhanced status code or without. */
export const smtpReply = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })

/** Starts a real SMTP server on a free port and collects its messages. */
export async function openMailbox(options: MailboxOptions = {}) {
  const mails: ReceivedMail[] = []
  const read = new Set<ReceivedMail>()
  const arrivals = new EventEmitter()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(options.refuse?.(address) ?? null),
    async onData(stream, session, done) {
      const parts = await stream.toArray().catch(() => null) // the client is gone
      if (!parts) return done()
      const raw = Buffer.concat(parts).toString()
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const rejection = options.reject?.(recipients[0]!)
      if (rejection) return done(rejection)
      mails.push({ ...(await PostalMime.parse(raw)), recipients, raw })
      if (options.hangs?.(recipients[0]!)) return
      done()
      arrivals.emit('mail')
    },
  })
  server.on('error', () => {}) // clients may disconnect early
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    to: (address: string) => mails.filter((mail) => mail.recipients.includes(address)),
    /** Waits for the first unread message that matches. */
    async next({ to, subject }: { to: string; subject: RegExp }): Promise<ReceivedMail> {
      const patience = AbortSignal.timeout(60_000)
      for (;;) {
        const fits = (mail: ReceivedMail) => mail.recipients.includes(to) && subject.test(mail.subject ?? '')
        const mail = mails.find((mail) => fits(mail) && !read.has(mail))
        if (mail) {
          read.add(mail)
          return mail
        }
        await once(arrivals, 'mail', { signal: patience }).catch(() => {
          const came = mails.map((mail) => `"${mail.subject}" to ${mail.recipients}`).join(', ') || 'nothing'
          throw new Error(`No mail like ${subject} to ${to} within 15 s; what came is ${came}`)
        })
      }
    },
    close: () => new Promise<void>((done) => server.close(done)),
  }
}
