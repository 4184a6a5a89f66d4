import { sql } from 'drizzle-orm'
import { renderToStaticMarkup } from 'react-dom/server'
import type { WriterContext } from '../platform/mail/outbox.ts'
import { type RenderedMessage, renderMessage } from '../platform/mail/transport.ts'
import { writeEveryKind } from './write-every-kind.ts'

interface KindProps {
  kind: string
  /** Null if no email of the kind applies now. */
  message: RenderedMessage | null
}

const inTheme = (html: string, isDark: boolean) =>
  html.replaceAll('@media (prefers-color-scheme:dark)', isDark ? '@media all' : '@media not all')
const withoutPictures = (html: string) => html.replaceAll(/(<img[^>]*?) src="[^"]*"/g, '$1')

function Kind({ kind, message }: KindProps) {
  if (!message)
    return (
      <section>
        <h2>{kind}</h2>
        <p>No email of this kind applies now.</p>
      </section>
    )
  const { to, replyTo, subject, unsubscribeUrl, calendar, html, text } = message
  const looks: [name: string, width: number, html: string][] = [
    ['Light', 640, inTheme(html, false)],
    ['Dark', 640, inTheme(html, true)],
    ['320 pixels', 320, inTheme(html, false)],
    ['Without pictures', 320, withoutPictures(inTheme(html, false))],
  ]
  return (
    <section>
      <h2>{kind}</h2>
      <p>
        {subject}
        <br />
        To {to.name} {to.address}
        {replyTo && `, replies to ${replyTo}`}
        {calendar && `, with a calendar entry (${calendar.method})`}
        {unsubscribeUrl && `, turned off at ${unsubscribeUrl}`}
      </p>
      {looks.map(([name, width, document]) => (
        <iframe
          key={name}
          title={`${kind}: ${name}`}
          width={width}
          height={760}
          sandbox=""
          loading="lazy"
          srcDoc={document}
        />
      ))}
      <pre>{text}</pre>
    </section>
  )
}

/** Renders a page of emails for developers: each in both themes, on a narrow screen, without pictures, and as text. */
function renderPreview(kinds: KindProps[]): string {
  const page = (
    <html lang="en">
      <head>
        <title>Emails</title>
      </head>
      <body>
        {kinds.map((props) => (
          <Kind key={props.kind} {...props} />
        ))}
      </body>
    </html>
  )
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`
}

/** Returns a page of every kind of email, with the data of the company of the newest event; changes nothing. */
export async function previewEmails(ctx: WriterContext): Promise<string> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    SELECT companies.id FROM companies LEFT JOIN events ON events.company_id = companies.id
    ORDER BY events.id DESC NULLS LAST, companies.id DESC LIMIT 1`)
  const messages = rows[0] ? await writeEveryKind(ctx, rows[0].id) : new Map()
  return renderPreview(
    [...messages].map(([kind, message]) => ({
      kind,
      message: message && renderMessage(ctx.config, message),
    })),
  )
}
