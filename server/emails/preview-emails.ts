import { sql } from 'drizzle-orm'
import type { WriterContext } from '../platform/mail/claim-next.ts'
import { renderMessage } from '../platform/mail/render-message.ts'
import { renderPreview } from '../platform/mail/render-preview.tsx'
import { writeEveryKind } from './write-every-kind.ts'

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
