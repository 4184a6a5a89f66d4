import { join } from 'node:path'
import { plainTextSelectors } from '@react-email/render'
import type { EmailFailure } from '@trunkshow/contract/emails/messages.ts'
import type { NoticeSchedule } from '@trunkshow/contract/emails/rules.ts'
import { compile } from 'html-to-text'
import nodemailer from 'nodemailer'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Config } from '../../config.ts'
import { writeDurably } from '../files/storage.ts'
import { readSignedId, signId } from '../http/tokens.ts'
import { type EmailContent, EmailLayout } from './email-layout.tsx'
import { addressOf, withoutLinks, withoutTypedLinks } from './guest-names.ts'

/** How many emails of these kinds a mailbox gets per day from all companies; more are delayed (decision 028). */
export interface RecipientCap {
  perDay: number
  kinds: readonly string[]
}

/** An email as its writer returns it; the transport adds the sender and renders HTML and text. */
export interface Message extends EmailContent {
  to: { name: string; address: string }
  replyTo?: string
  /** Set where anyone can type someone else's address into a form. */
  cap?: RecipientCap
  /** When its recipient gets several in one email: on a schedule, or when there are many. */
  digest?: { schedule: NoticeSchedule; timeZone: string }
  /** The calendar entry, with its method in the body and in the MIME type (docs/product.md, Calendar entries). */
  calendar?: { method: string; text: string }
  /** A file, which is not kept with the email. */
  attachment?: { filename: string; content: Buffer }
  /** What the copy that staff read leaves out. */
  secret?: string
}

/** Why an email that still applies is not sent. */
export type SkipReason = Extract<EmailFailure, 'ownAction' | 'turnedOff'>

/** The doctype that React Email's `render` writes: without one, email programs use quirks mode. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Compiled once: compiling takes four times as long as converting an email. */
const toPlainText = compile({ wordwrap: false, selectors: plainTextSelectors })

/** An email as it is sent and kept. */
export interface RenderedMessage
  extends Pick<Message, 'to' | 'replyTo' | 'subject' | 'calendar' | 'attachment' | 'secret'> {
  from: string
  unsubscribeUrl?: string
  html: string
  text: string
}

/**
 * The sender: the company's name with our address. A name that could be taken for an address is left out, in any spelling
 * of its characters, and so is one that would be part of the header rather than a name.
 *
 * @param mailFrom such as `Your Shop <shop@example.com>`
 */
export function senderOf(mailFrom: string, company = ''): string {
  const name = company.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  if (!name || /[@<>"\\]|:\/\//.test(name.normalize('NFKC'))) return mailFrom
  const address = addressOf(mailFrom)
  return /[,:;()[\]]/.test(name) ? `"${name}" <${address}>` : `${name} <${address}>`
}

/** Adds the sender, and renders HTML and text. @param isUnproven whether nothing that people typed may become a link */
export function renderMessage({ mailFrom }: Pick<Config, 'mailFrom'>, message: Message, isUnproven = false) {
  const { to, replyTo, unsubscribe, subject, calendar, attachment, secret } = message
  const markup = renderToStaticMarkup(createElement(EmailLayout, message))
  const html = DOCTYPE + (isUnproven ? withoutTypedLinks(markup) : markup)
  return {
    from: isUnproven ? mailFrom : senderOf(mailFrom, message.branding?.brand?.name),
    to,
    subject: isUnproven ? withoutLinks(subject) : subject,
    html,
    text: toPlainText(html),
    ...(replyTo && { replyTo }),
    ...(unsubscribe && { unsubscribeUrl: unsubscribe.href }),
    ...(calendar && { calendar }),
    ...(attachment && { attachment }),
    ...(secret && { secret }),
  }
}

/** The row of an email in the outbox, and its type. */
export interface MessageName {
  id: number
  emailType: string
}

/** Names an email, as its Message-ID before the `@` and its file; signed, since anyone can write a report (decision 059). */
export function nameMessage(config: Config, { id, emailType }: MessageName): string {
  return `mail-${signId(config, 'message', `${id}-${emailType}`, '')}`
}

/** Returns the email that a Message-ID names; null for a wrong signature, or one that is not ours. */
export function readMessageId(config: Config, messageId: string): MessageName | null {
  const [, token = ''] = /^<mail-([\w-]+)@[^>\s]+>$/.exec(messageId) ?? []
  const [id, emailType] = readSignedId(config, 'message', token, '')?.split('-') ?? []
  return id && emailType ? { id: Number(id), emailType } : null
}

/**
 * Reads SMTP_URL or IMAP_URL. `?tls=required` at its end refuses a connection that does not become encrypted, before the
 * password is sent (docs/operating.md).
 *
 * @returns the URL without it
 */
export function readMailUrl(given: string): { url: URL; requiresTls: boolean } {
  const url = new URL(given)
  const requiresTls = url.searchParams.get('tls') === 'required'
  url.searchParams.delete('tls')
  return { url, requiresTls }
}

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

/** Opens the transport: SMTP_URL or, without it, .eml files in DATA_DIR/outbox (docs/product.md, What is sent and when). */
export function openTransport(config: Config): Transport {
  const host = new URL(config.publicUrl).hostname
  const transporter = config.smtpUrl
    ? nodemailer.createTransport({ ...connectTo(config.smtpUrl), pool: true, maxConnections: 1, ...timeouts })
    : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(name, { calendar, attachment, unsubscribeUrl, ...message }) {
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
        ...(attachment && { attachments: [attachment] }),
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
