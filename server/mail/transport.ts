import { join } from 'node:path'
import { plainTextSelectors } from '@react-email/render'
import { compile } from 'html-to-text'
import nodemailer from 'nodemailer'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Config } from '../config.ts'
import { writeDurably } from '../files/write-durably.ts'
import type { Message } from './message.ts'

/** Timeouts after which a mail server counts as down, in milliseconds. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}

/** The doctype that React Email's `render` writes: without one, email programs use quirks mode. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Compiled once: compiling takes four times as long as converting an email. */
const toPlainText = compile({ wordwrap: false, selectors: plainTextSelectors })

export interface Transport {
  /** @param name identifies the email; sending it twice uses the same Message-ID */
  send(name: string, message: Message): Promise<void>
  close(): void
}

/**
 * Opens the transport: SMTP_URL or, without it, .eml files in DATA_DIR/outbox
 * (docs/product.md, What is sent and when).
 */
export function openTransport(config: Config): Transport {
  const host = new URL(config.publicUrl).hostname
  const transporter = config.smtpUrl
    ? nodemailer.createTransport({ url: config.smtpUrl, pool: true, maxConnections: 1, ...timeouts })
    : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(name, { body, calendar, cap: _cap, mayJoinDigest: _digest, ...message }) {
      const html = DOCTYPE + renderToStaticMarkup(body)
      const info = await transporter.sendMail({
        ...message,
        from: config.mailFrom,
        messageId: `<${name}@${host}>`,
        html,
        text: toPlainText(html),
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
