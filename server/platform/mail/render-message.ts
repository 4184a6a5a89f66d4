import { plainTextSelectors } from '@react-email/render'
import { compile } from 'html-to-text'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Config } from '../../config.ts'
import { withoutLinks, withoutTypedLinks } from './guest-names.ts'
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

/**
 * Adds the sender, and renders HTML and text.
 *
 * @param isUnproven whether it goes to a stranger for an account whose own email is not confirmed: what the account
 *   typed is then no link
 */
export function renderMessage(
  { mailFrom }: Pick<Config, 'mailFrom'>,
  { to, replyTo, unsubscribeUrl, subject, calendar, body }: Message,
  isUnproven = false,
): RenderedMessage {
  const markup = renderToStaticMarkup(body)
  const html = DOCTYPE + (isUnproven ? withoutTypedLinks(markup) : markup)
  return {
    from: mailFrom,
    to,
    subject: isUnproven ? withoutLinks(subject) : subject,
    html,
    text: toPlainText(html),
    ...(replyTo && { replyTo }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
    ...(calendar && { calendar }),
  }
}
