import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Config } from '../../config.ts'
import { writeDurably } from '../files/write-durably.ts'
import { readMailUrl } from './mail-url.ts'
import type { RenderedMessage } from './render-message.ts'

/** Timeouts after which a mail server counts as down, in milliseconds. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}

export interface Transport {
  /** @param name identifies the email; sending it twice uses the same Message-ID */
  send(name: string, message: RenderedMessage): Promise<void>
  close(): void
}

/** How nodemailer connects: encrypted if the server offers it, or only encrypted (docs/operating.md). */
export function connectTo(smtpUrl: string) {
  const { url, requiresTls } = readMailUrl(smtpUrl)
  return { url: url.href, requireTLS: requiresTls }
}

/**
 * Opens the transport: SMTP_URL or, without it, .eml files in DATA_DIR/outbox
 * (docs/product.md, What is sent and when).
 */
export function openTransport(config: Config): Transport {
  const host = new URL(config.publicUrl).hostname
  const transporter = config.smtpUrl
    ? nodemailer.createTransport({ ...connectTo(config.smtpUrl), pool: true, maxConnections: 1, ...timeouts })
    : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(name, { calendar, unsubscribeUrl, ...message }) {
      const info = await transporter.sendMail({
        ...message,
        messageId: `<${name}@${host}>`,
        headers: {
          'Auto-Submitted': 'auto-generated', // so that no vacation responder answers (RFC 3834)
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        ...(calendar && {
          icalEvent: { method: calendar.method, content: calendar.text, filename: 'appointment.ics' },
        }),
      })
      if ('message' in info)
        await writeDurably(join(config.dataDir, 'outbox', `${name}.eml`), info.message as Buffer, 0o700)
    },
    close: () => transporter.close(),
  }
}
