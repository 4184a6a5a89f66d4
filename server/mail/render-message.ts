import { plainTextSelectors } from '@react-email/render'
import { compile } from 'html-to-text'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Config } from '../config.ts'
import type { Message } from './message.ts'

/** The doctype that React Email's `render` writes: without one, email programs use quirks mode. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Compiled once: compiling takes four times as long as converting an email. */
const toPlainText = compile({ wordwrap: false, selectors: plainTextSelectors })

/** An email as it is sent and kept. */
export interface RenderedMessage
  extends Pick<Message, 'to' | 'replyTo' | 'unsubscribeUrl' | 'subject' | 'calendar'> {
  from: string
  html: string
  text: string
}

/** Adds the sender, and renders HTML and text. */
export function renderMessage(
  { mailFrom }: Pick<Config, 'mailFrom'>,
  { to, replyTo, unsubscribeUrl, subject, calendar, body }: Message,
): RenderedMessage {
  const html = DOCTYPE + renderToStaticMarkup(body)
  return {
    from: mailFrom,
    to,
    subject,
    html,
    text: toPlainText(html),
    ...(replyTo && { replyTo }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
    ...(calendar && { calendar }),
  }
}
